package io.graphkernel.generation.chat;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.LegacyOverrides;
import com.hubspot.jinjava.el.JinjavaInterpreterResolver;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import io.graphkernel.generation.tokenizer.GgufTokenizer;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Template in the language Jinja, as published models have it, by the artifact {@code com.hubspot.jinjava:jinjava}. The text
 * of a message is not interpreted.
 */
public final class JinjaChatTemplate implements ChatTemplate {

    /** A condition of a loop, which jinjava ignores. A conditional expression has an else. */
    private static final Pattern LOOP_CONDITION =
            Pattern.compile("\\{%[-+]?\\s*for\\s(?:(?!%\\}).)*\\sif\\s(?:(?!%\\}|\\selse\\s).)*%\\}", Pattern.DOTALL);

    private final String template;
    private final Map<String, Object> variables;
    private final Jinjava jinjava;

    /**
     * Creates a template.
     *
     * @param template text of the template
     * @param variables variables beside {@code messages} and {@code add_generation_prompt}, such as {@code bos_token}
     * @throws InvalidArgumentException if the template has a loop with a condition
     */
    public JinjaChatTemplate(String template, Map<String, Object> variables) {
        if (LOOP_CONDITION.matcher(template).find()) {
            throw invalid("a loop with a condition", "jinjava ignores the if in {% for … in … if … %}");
        }
        // Jinja2 removes the last line end of a template.
        this.template = template.endsWith("\n") ? template.substring(0, template.length() - 1) : template;
        this.variables = Map.copyOf(variables);
        this.jinjava = new Jinjava(JinjavaConfig.newBuilder()
                .withTrimBlocks(true)
                .withLstripBlocks(true)
                .withNestedInterpretationEnabled(false)
                .withElResolver(new PythonMethods(JinjavaInterpreterResolver.DEFAULT_RESOLVER_READ_ONLY))
                .withLegacyOverrides(LegacyOverrides.Builder.from(LegacyOverrides.ALL)
                        .withWhitespaceRequiredWithinTokens(false)
                        .build())
                .build());
        jinjava.getGlobalContext()
                .registerFunction(new ELFunctionDefinition(
                        "", "raise_exception", JinjaChatTemplate.class, "raiseException", String.class));
    }

    /**
     * Returns the template of a GGUF file.
     *
     * @param metadata metadata of the file
     * @return its default template
     * @throws InvalidArgumentException if the file has none, or one that is not supported
     */
    public static JinjaChatTemplate of(Map<String, Object> metadata) {
        if (!(metadata.get("tokenizer.chat_template") instanceof String template)) {
            throw invalid("missing", "the metadata have no tokenizer.chat_template");
        }
        return new JinjaChatTemplate(
                template,
                Map.of(
                        "bos_token", GgufTokenizer.specialToken(metadata, "bos_token_id"),
                        "eos_token", GgufTokenizer.specialToken(metadata, "eos_token_id")));
    }

    /**
     * Ends the rendering. Templates call it.
     *
     * @param message reason
     * @return nothing
     * @throws IllegalArgumentException always
     */
    public static String raiseException(String message) {
        throw new IllegalArgumentException(message);
    }

    /**
     * Returns the prompt of a chat.
     *
     * @throws InvalidArgumentException if the template rejects the chat, or uses a function that jinjava does not have
     */
    @Override
    public String render(List<ChatMessage> messages) {
        Map<String, Object> bindings = new HashMap<>(variables);
        bindings.put(
                "messages",
                messages.stream()
                        .map(message -> Map.of("role", message.role(), "content", message.content()))
                        .toList());
        bindings.put("add_generation_prompt", true);
        RenderResult result = jinjava.renderForResult(template, bindings);
        if (!result.getErrors().isEmpty()) {
            TemplateError error = result.getErrors().get(0);
            Throwable cause = error.getException();
            while (cause != null && cause.getCause() != null) {
                cause = cause.getCause();
            }
            String message = cause instanceof IllegalArgumentException ? cause.getMessage() : error.getMessage();
            throw invalid("rejected in line " + error.getLineno(), String.valueOf(message));
        }
        return result.getOutput();
    }

    private static InvalidArgumentException invalid(String value, String cause) {
        return new InvalidArgumentException(
                RuntimeProblem.GENERATION_ARGUMENT,
                "JinjaChatTemplate",
                "the template",
                value,
                cause,
                "other messages, another template or a function that implements ChatTemplate");
    }
}
