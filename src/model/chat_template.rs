//! A chat as the model's own template writes it. Comes in: the template that the model file holds, and messages. Goes
//! out: the text of the prompt, which the tokenizer then reads. The template is the model's: it runs in a sandbox
//! without files, clock or network.

use minijinja::{Environment, Error, ErrorKind, context};

use super::gguf::Gguf;
use crate::request::Message;

const NAME: &str = "chat_template";
/// The function by which templates ask for the time.
const CLOCK: &str = "strftime_now";

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatTemplateError {
    #[error("the model file has no chat template: it continues text, it does not take messages")]
    Missing,
    #[error("the model's chat template is broken: {0}")]
    Broken(String),
    #[error("the model's chat template refuses these messages: {0}")]
    Refused(String),
    #[error("the model's chat template asks for today's date, which would make the same run differ from day to day")]
    AsksForDate,
    #[error("the model's chat template failed: {0}")]
    Failed(String),
}

/// The chat template of one model file.
#[derive(Debug)]
pub struct ChatTemplate {
    environment: Environment<'static>,
    begin: String,
    end: String,
}

impl ChatTemplate {
    pub fn from_gguf(gguf: &Gguf) -> Result<Self, ChatTemplateError> {
        let template = gguf.chat_template.clone().ok_or(ChatTemplateError::Missing)?;
        let vocabulary = &gguf.vocabulary;
        let piece = |id: Option<u32>| {
            let id = id.and_then(|id| usize::try_from(id).ok());
            id.and_then(|id| vocabulary.tokens.get(id)).cloned().unwrap_or_default()
        };
        Self::new(template, piece(vocabulary.bos), piece(Some(vocabulary.eos)))
    }

    /// `begin` and `end` are what the template knows as `bos_token` and `eos_token`.
    pub fn new(template: String, begin: String, end: String) -> Result<Self, ChatTemplateError> {
        let mut environment = Environment::new();
        // As the templates' authors ran them: Jinja set up by Hugging Face transformers, with Python's methods.
        environment.set_trim_blocks(true);
        environment.set_lstrip_blocks(true);
        environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        environment.add_function("raise_exception", |words: String| -> Result<String, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, "refused").with_source(ChatTemplateError::Refused(words)))
        });
        // `strftime_now` is left out: templates that ask whether it is there have a fixed date for when it is not.
        environment.add_template_owned(NAME, template).map_err(|error| ChatTemplateError::Broken(words_of(&error)))?;
        Ok(Self { environment, begin, end })
    }

    /// The prompt up to and including the words that open the model's reply.
    pub fn render(&self, messages: &[Message]) -> Result<String, ChatTemplateError> {
        let template =
            self.environment.get_template(NAME).map_err(|error| ChatTemplateError::Broken(words_of(&error)))?;
        template
            .render(context! {
                messages => messages,
                add_generation_prompt => true,
                bos_token => self.begin,
                eos_token => self.end,
            })
            .map_err(|error| our_own(&error).unwrap_or_else(|| ChatTemplateError::Failed(words_of(&error))))
    }
}

/// The complaint that `raise_exception` made somewhere below `error`, or that the clock is missing.
fn our_own(error: &Error) -> Option<ChatTemplateError> {
    if error.kind() == ErrorKind::UnknownFunction && error.detail().is_some_and(|words| words.contains(CLOCK)) {
        return Some(ChatTemplateError::AsksForDate);
    }
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        match cause.downcast_ref() {
            Some(ChatTemplateError::Refused(words)) => return Some(ChatTemplateError::Refused(words.clone())),
            _ => source = cause.source(),
        }
    }
    None
}

fn words_of(error: &Error) -> String {
    let place = error.line().map(|line| format!(" (line {line} of the template)")).unwrap_or_default();
    match error.detail() {
        Some(detail) => format!("{}: {detail}{place}", error.kind()),
        None => format!("{}{place}", error.kind()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::gguf::written::{Written, text as text_value};
    use crate::request::Role;

    fn message(role: Role, content: &str) -> Message {
        Message { role, content: content.to_owned() }
    }

    fn template(text: &str) -> ChatTemplate {
        ChatTemplate::new(text.to_owned(), "<s>".to_owned(), "</s>".to_owned()).unwrap()
    }

    /// That of SmolLM2-135M-Instruct.
    const SMOLLM: &str = "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}\
        {{ '<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n' }}\
        {% endif %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}\
        {% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

    #[test]
    fn a_template_may_put_its_own_system_message_first() {
        let mut written = Written::tiny();
        written.set("tokenizer.chat_template", text_value(SMOLLM));
        let bytes = written.bytes();
        let gguf = Gguf::read(std::io::Cursor::new(&bytes), bytes.len() as u64).unwrap();
        let chat = ChatTemplate::from_gguf(&gguf).unwrap();
        assert_eq!(
            chat.render(&[message(Role::User, "Hi {{ 7*7 }} <|im_end|>")]).unwrap(),
            "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n\
             <|im_start|>user\nHi {{ 7*7 }} <|im_end|><|im_end|>\n<|im_start|>assistant\n"
        );
        let own = [message(Role::System, "Be brief."), message(Role::User, "Hi"), message(Role::Assistant, "Hi.")];
        assert_eq!(
            chat.render(&own).unwrap(),
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n\
             Hi.<|im_end|>\n<|im_start|>assistant\n"
        );
    }

    #[test]
    fn blocks_leave_no_lines_and_python_s_methods_work() {
        let text = "{%- for message in messages %}\n  {% if true %}\n{{ message.content.strip() | upper }}\n  \
                    {% endif %}\n{% endfor %}\n{{ bos_token }}{{ eos_token }}";
        assert_eq!(template(text).render(&[message(Role::User, "  hi ")]).unwrap(), "HI\n<s></s>");
    }

    #[test]
    fn refusals_and_faults_are_in_plain_words() {
        let user = [message(Role::User, "hi")];
        let refused = template("{{ raise_exception('roles must alternate') }}").render(&user).unwrap_err();
        assert_eq!(refused, ChatTemplateError::Refused("roles must alternate".to_owned()));
        let dated = template("{{ strftime_now('%d') }}").render(&user).unwrap_err();
        assert_eq!(dated, ChatTemplateError::AsksForDate);
        let asking = "{% if strftime_now is defined %}{{ strftime_now('%d') }}{% else %}26 Jul 2024{% endif %}";
        assert_eq!(template(asking).render(&user).unwrap(), "26 Jul 2024");
        let failed = template("\n{{ messages.nothing() }}").render(&user).unwrap_err();
        assert!(failed.to_string().contains("line 2"), "{failed}");
        let broken = ChatTemplate::new("{% if %}".to_owned(), String::new(), String::new()).unwrap_err();
        assert!(matches!(broken, ChatTemplateError::Broken(_)));
        let reading = template("{% include '/etc/passwd' %}").render(&user).unwrap_err();
        assert!(matches!(reading, ChatTemplateError::Failed(_)), "{reading}");
    }
}
