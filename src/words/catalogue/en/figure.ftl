# What several kinds of figures say.

