package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sources of the GPT-2 of the examples, with two layers and other values of the template, in a package of their own. */
final class Gpt2Sources {

    private static final String PACKAGE = "io.graphkernel.examples.gpt";
    private static final Path MAIN = Path.of("../examples/gpt/src/main");
    private static final List<String> CLASSES = List.of("Gpt2", "Gpt2Training", "Weights");

    private final String name;
    private final Map<String, String> texts = new LinkedHashMap<>();
    private final Map<String, String> properties = new HashMap<>();

    /**
     * Creates the sources with two layers, no dropout, and values of f32.
     *
     * @param name name of the package
     */
    Gpt2Sources(String name) throws IOException {
        this.name = name;
        for (String className : CLASSES) {
            and(className);
        }
        layers(2).kept(1).values("f32").tensorRanks(1);
        put("Compiled", "templates");
    }

    /** With one more class of the example. */
    Gpt2Sources and(String className) throws IOException {
        put(className, "java");
        return this;
    }

    private void put(String className, String directory) throws IOException {
        Path file = MAIN.resolve(directory).resolve(PACKAGE.replace('.', '/')).resolve(className + ".java");
        texts.put(name + "/" + className, Files.readString(file).replace(PACKAGE, name));
    }

    Gpt2Sources layers(int count) {
        properties.put("${gpt.layers}", Integer.toString(count));
        return this;
    }

    /** With dropout that keeps a share. */
    Gpt2Sources kept(double share) {
        properties.put("${gpt.kept}", Double.toString(share));
        return this;
    }

    /** With values of a dtype. */
    Gpt2Sources values(String dtype) {
        properties.put("${gpt.values}", dtype);
        properties.put("${gpt.values.constant}", dtype.toUpperCase(Locale.ROOT));
        return this;
    }

    /** Splits matrices over ranks. */
    Gpt2Sources tensorRanks(int ranks) {
        properties.put("${gpt.tensor}", Integer.toString(ranks));
        return this;
    }

    /** With blocks that save their inputs alone. */
    Gpt2Sources savingInputs() {
        String saving = "@GraphKernel(saves = io.graphkernel.annotations.Saves.INPUTS)";
        return annotated("Gpt2", "static Tensor block(", saving);
    }

    /** With kernels of whole steps, and none of the two halves of one. */
    Gpt2Sources wholeSteps() {
        String unused = "@SuppressWarnings(\"unused\")";
        return annotated("Gpt2Training", "public static Tensor gradients(", unused)
                .annotated("Gpt2Training", "public static Tensor update(", unused);
    }

    private Gpt2Sources annotated(String className, String method, String annotation) {
        String declared = "@GraphKernel\n    " + method;
        String text = texts.get(name + "/" + className);
        assertThat(text).contains(declared);
        texts.put(name + "/" + className, text.replace(declared, annotation + "\n    " + method));
        return this;
    }

    /** Returns the sources by class name, with {@code /} after the package. */
    Map<String, String> texts() {
        Map<String, String> filtered = new LinkedHashMap<>(texts);
        properties.forEach((property, value) -> filtered.replaceAll((name, text) -> text.replace(property, value)));
        return filtered;
    }

    /** A program that trains them. */
    static String program(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/training", name + ".java"));
    }
}
