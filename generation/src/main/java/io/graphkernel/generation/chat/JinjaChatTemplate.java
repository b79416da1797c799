package io.graphkernel.generation.chat;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.JinjavaConfig;
import com.hubspot.jinjava.LegacyOverrides;
import com.hubspot.jinjava.el.JinjavaInterpreterResolver;
import com.hubspot.jinjava.interpret.Context.Library;
import com.hubspot.jinjava.interpret.RenderResult;
import com.hubspot.jinjava.interpret.TemplateError;
import com.hubspot.jinjava.lib.filter.Filter;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import io.graphkernel.generation.tokenizer.GgufTokenizer;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Template in the language Jinja, as published models have it, by the artifact {@code com.hubspot.jinjava:jinjava}. The text
 * of a message is not interpreted. Templates of untrusted files read no other templates, and their strings, lists and output
 * are limited.
 */
public final class JinjaChatTemplate implements ChatTemplate {

    /** A condition of a loop, which jinjava ignores. A conditional expression has an else. */
    private static final Pattern LOOP_CONDITION =
            Pattern.compile("\\{%[-+]?\\s*for\\s(?:(?!%\\}).)*\\sif\\s(?:(?!%\\}|\\selse\\s).)*%\\}", Pattern.DOTALL);

    /** Maximum length of a string and of the output: more than the prompts of models with 1,000,000 tokens have. */
    static final int MAX_CHARACTERS = 16 << 20;

    private static final int MAX_LIST_ELEMENTS = 100_000;

    /** Tags that read other templates, by default from the class path. */
    private static final Set<String> READING_TAGS = Set.of("include", "import", "from", "extends");

    /** Filters of Jinja2 whose results have limited lengths. */
    private static final Set<String> SUPPORTED_FILTERS = Set.of(
            "abs",
            "capitalize",
            "count",
            "d",
            "default",
            "dictsort",
            "e",
            "escape",
            "first",
            "float",
            "groupby",
            "int",
            "join",
            "last",
            "length",
            "list",
            "lower",
            "map",
            "reject",
            "rejectattr",
            "replace",
            "reverse",
            "round",
            "safe",
            "select",
            "selectattr",
            "sort",
            "string",
            "sum",
            "title",
            "tojson",
            "trim",
            "truncate",
            "unique",
            "upper",
            "wordcount");

    /** The others of jinjava, such as one that renders text as a template, or that pads to any width. */
    private static final Set<String> DISABLED_FILTERS = new Jinjava()
            .getGlobalContext().getAllFilters().stream()
                    .map(Filter::getName)
                    .filter(name -> !SUPPORTED_FILTERS.contains(name))
                    .collect(Collectors.toUnmodifiableSet());

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
                .withDisabled(Map.of(Library.TAG, READING_TAGS, Library.FILTER, DISABLED_FILTERS))
                .withRestrictedMethods(Set.of("repeat"))
                .withMaxOutputSize(MAX_CHARACTERS)
                .withMaxStringLength(MAX_CHARACTERS)
                .withMaxListSize(MAX_LIST_ELEMENTS)
                .withElResolver(new PythonMethods(JinjavaInterpreterResolver.DEFAULT_RESOLVER_READ_ONLY))
                .withLegacyOverrides(LegacyOverrides.Builder.from(LegacyOverrides.ALL)
                        .withWhitespaceRequiredWithinTokens(false)
                        .build())
                .build());
        jinjava.setResourceLocator((name, encoding, interpreter) -> {
            throw new IOException("a template reads no other templates, such as " + name);
        });
        jinjava.registerFilter(new ReplaceFilter());
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
            boolean isOurs =
                    cause instanceof IllegalArgumentException || cause instanceof UnsupportedOperationException;
            String line = error.getLineno() > 0 ? " in line " + error.getLineno() : "";
            throw invalid("rejected" + line, String.valueOf(isOurs ? cause.getMessage() : error.getMessage()));
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
