package io.graphkernel.generation.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.generation.tokenizer.Vocabularies;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Templates of published models, against the formats that their documentation has. */
@Tag("peer")
public class JinjaChatTemplateTest {

    /** The template of models in the format ChatML. */
    public static final String CHAT_ML = """
            {% for message in messages %}{{'<|im_start|>' + message['role'] + '
            ' + message['content'] + '<|im_end|>' + '
            '}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant
            ' }}{% endif %}""";

    private static final String LLAMA_3 =
            "{% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '<|start_header_id|>' + "
                    + "message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' %}"
                    + "{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}"
                    + "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}";

    private static final String MISTRAL = """
            {%- if messages[0]["role"] == "system" %}
                {%- set system_message = messages[0]["content"] %}
                {%- set loop_messages = messages[1:] %}
            {%- else %}
                {%- set loop_messages = messages %}
            {%- endif %}

            {{- bos_token }}
            {%- for message in loop_messages %}
                {%- if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}
                    {{- raise_exception('roles must alternate') }}
                {%- endif %}
                {%- if message["role"] == "user" %}
                    {%- if loop.last and system_message is defined %}
                        {{- "[INST] " + system_message + "\\n\\n" + message["content"] + "[/INST]" }}
                    {%- else %}
                        {{- "[INST] " + message["content"] + "[/INST]" }}
                    {%- endif %}
                {%- elif message["role"] == "assistant" %}
                    {{- " " + message["content"]|trim + eos_token}}
                {%- else %}
                    {{- raise_exception("only user and assistant roles") }}
                {%- endif %}
            {%- endfor %}
            """;

    private static final List<ChatMessage> CHAT = List.of(
            ChatMessage.system("Be brief."),
            ChatMessage.user("Hi <b>{{ 7 * 7 }}{% if %}"),
            ChatMessage.assistant(" Hello "),
            ChatMessage.user("Bye\n"));

    private static String render(String template, List<ChatMessage> messages) {
        return new JinjaChatTemplate(template, Map.of("bos_token", "<s>", "eos_token", "</s>")).render(messages);
    }

    /** The text of messages is not a template. */
    @Test
    void publishedTemplates_writeTheirFormats() {
        assertThat(render(CHAT_ML, CHAT))
                .isEqualTo("<|im_start|>system\nBe brief.<|im_end|>\n"
                        + "<|im_start|>user\nHi <b>{{ 7 * 7 }}{% if %}<|im_end|>\n"
                        + "<|im_start|>assistant\n Hello <|im_end|>\n"
                        + "<|im_start|>user\nBye\n<|im_end|>\n"
                        + "<|im_start|>assistant\n");
        assertThat(render(LLAMA_3, CHAT))
                .isEqualTo("<s><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|>"
                        + "<|start_header_id|>user<|end_header_id|>\n\nHi <b>{{ 7 * 7 }}{% if %}<|eot_id|>"
                        + "<|start_header_id|>assistant<|end_header_id|>\n\nHello<|eot_id|>"
                        + "<|start_header_id|>user<|end_header_id|>\n\nBye<|eot_id|>"
                        + "<|start_header_id|>assistant<|end_header_id|>\n\n");
        assertThat(render(MISTRAL, CHAT))
                .isEqualTo("<s>[INST] Hi <b>{{ 7 * 7 }}{% if %}[/INST] Hello</s>[INST] Be brief.\n\nBye\n[/INST]");
        assertThat(render(MISTRAL, List.of(ChatMessage.user("a")))).isEqualTo("<s>[INST] a[/INST]");
    }

    @Test
    void pythonsMethods_andBlanks_areThoseOfJinja() {
        List<ChatMessage> messages = List.of(ChatMessage.user("  a-b-c "));
        assertThat(render("{{ messages[0].content.strip().split('-')[-1].upper() }}", messages))
                .isEqualTo("C");
        assertThat(render("{{ messages[0].content.lstrip() }}|{{ messages[0].content.rstrip(' c') }}|", messages))
                .isEqualTo("a-b-c |  a-b-|");
        assertThat(render(
                        "{% if 'ab'.startswith('a') and 'ab'.endswith('b') and not 'ab'.startswith('b') %}y{% endif %}",
                        messages))
                .isEqualTo("y");
        assertThat(render(
                        "{{ 'a=b=c'.split('=', 1) | join('|') }} {{ ' a  b c '.split(none, 1) | join('|') }}",
                        messages))
                .isEqualTo("a|b=c a|b c ");
        assertThat(render(
                        "{{ ''.split('-') | length }}{{ ' '.split() | length }}{{ '-a-'.split('-') | length }}",
                        messages))
                .isEqualTo("103");
        assertThat(render("{{ 'ab'.startswith(('x', 'a')) }} {{ 'ab'.endswith(('x', 'a')) }}", messages))
                .isEqualTo("true false");
        assertThat(render("{{ 'a.b.a'.replace('a', 'cc') | replace('.', '') }}", messages))
                .isEqualTo("ccbcc");
        assertThat(render("{{ 'A b'.lower().split() | length }}", messages)).isEqualTo("2");
        assertThat(render("  {% if true %}\n  a\n  {% endif %}\n b\n\n", messages))
                .isEqualTo("  a\n b\n");
        assertThat(render(
                        "{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}",
                        messages))
                .isEqualTo("1");
    }

    @Test
    void wrongChats_andTemplates_areRejected() {
        List<ChatMessage> wrong = List.of(ChatMessage.user("a"), ChatMessage.user("b"));
        assertRejected(MISTRAL, wrong, "roles must alternate");
        assertRejected("{{ unknown('x') }}", wrong, "unknown");
        assertRejected("{{ 'a'.casefold() }}", wrong, "casefold");
        assertRejected("{% if true %}", wrong, "endif");
        assertRejected("{% for m in messages if m.role == 'user' %}a{% endfor %}", wrong, "for … in … if");
        assertThat(render("{% for m in (messages if true else []) %}a{% endfor %}", wrong))
                .isEqualTo("aa");
    }

    @Test
    void methodsThatPythonDoesNotHave_areRejected() {
        List<ChatMessage> messages = List.of(ChatMessage.user("a"));
        for (String call : List.of(
                "startswith('b', 1)",
                "startswith(1)",
                "split('')",
                "split('b', 'c')",
                "repeat(3)",
                "replaceAll('.', 'b')",
                "matches('a')")) {
            assertRejected("{{ 'ab'." + call + " }}", messages, "the method " + call.substring(0, call.indexOf('(')));
        }
    }

    /** Templates come from files of others. */
    @Test
    void untrustedTemplates_readNothing_andAreLimited() {
        List<ChatMessage> messages = List.of(ChatMessage.user("a"));
        String file = "META-INF/MANIFEST.MF";
        assertRejected("{% include '" + file + "' %}", messages, "include");
        assertRejected("{% import '" + file + "' as m %}", messages, "import");
        assertRejected("{% from '" + file + "' import m %}", messages, "from");
        assertRejected("{% extends '" + file + "' %}", messages, "extends");
        String strings = doubled("'aaaaaaaa'", 20);
        assertRejected(doubled("'aaaaaaaa'", 28), messages, "over limit of 16777216");
        assertRejected(strings + "{{ ns.x.replace('', ns.x) | length }}", messages, "the method replace");
        assertRejected(strings + "{{ ns.x | replace('a', ns.x) | length }}", messages, "the method replace");
        assertRejected(strings + "{{ [ns.x, ns.x, ns.x] | join }}", messages, "length of 16777216");
        assertRejected(strings + "{{ ns.x }}{{ ns.x }}{{ ns.x }}", messages, "over limit of 16777216");
        assertRejected(doubled("[1]", 28), messages, "maximum size of 100000");
        assertRejected("{{ '%900000000d' | format(1) }}", messages, "format");
        assertRejected("{{ 'a' | center(900000000) }}", messages, "center");
        assertRejected("{{ '{{ 7 * 7 }}' | render }}", messages, "render");
    }

    /** Returns statements that double a value a number of times. */
    private static String doubled(String value, int times) {
        return "{% set ns = namespace(x=" + value + ") %}{% for i in range(" + times
                + ") %}{% set ns.x = ns.x + ns.x %}{% endfor %}";
    }

    private static void assertRejected(String template, List<ChatMessage> messages, String cause) {
        assertThatThrownBy(() -> render(template, messages))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6524")
                .hasMessageContaining(cause);
    }

    @Test
    void templateOfAGguf_hasItsTokens() {
        Map<String, Object> metadata = Vocabularies.bytes("<begin>", "<end>");
        metadata.put("tokenizer.ggml.bos_token_id", 256L);
        metadata.put("tokenizer.chat_template", "{{ bos_token }}|{{ eos_token }}|{{ messages[0].content }}");
        assertThat(JinjaChatTemplate.of(metadata).render(CHAT)).isEqualTo("<begin>||Be brief.");
        metadata.remove("tokenizer.chat_template");
        assertThatThrownBy(() -> JinjaChatTemplate.of(metadata))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("tokenizer.chat_template");
    }
}
