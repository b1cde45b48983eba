# Was mehrere Arten von Bildern sagen.

