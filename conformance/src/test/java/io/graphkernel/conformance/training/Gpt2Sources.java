package io.graphkernel.conformance.training;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sources of the GPT-2 of the examples, with two layers and other constants, in a package of their own. */
final class Gpt2Sources {

    private static final String PACKAGE = "io.graphkernel.examples.gpt";
    private static final Path DIRECTORY =
            Path.of("../examples/gpt/src/main/java").resolve(PACKAGE.replace('.', '/'));
    private static final List<String> CLASSES = List.of("Gpt2", "Gpt2Training", "Weights");

    private final String name;
    private final Map<String, String> texts = new LinkedHashMap<>();

    /**
     * The sources as the examples have them, but for their layers.
     *
     * @param name of the package
     */
    Gpt2Sources(String name) throws IOException {
        this.name = name;
        for (String each : CLASSES) {
            and(each);
        }
        with("int LAYERS = 12;", "int LAYERS = 2;");
    }

    /** With one more class of the example. */
    Gpt2Sources and(String className) throws IOException {
        String text = Files.readString(DIRECTORY.resolve(className + ".java"));
        texts.put(name + "/" + className, text.replace(PACKAGE, name));
        return this;
    }

    /** Changes a line that one of them has. */
    Gpt2Sources with(String line, String other) {
        assertThat(texts.values().stream().filter(text -> text.contains(line)))
                .as(line)
                .hasSize(1);
        texts.replaceAll((name, text) -> text.replace(line, other));
        return this;
    }

    /** By the name of the class, with {@code /} after the package. */
    Map<String, String> texts() {
        return texts;
    }

    /** A program that trains them. */
    static String program(String name) throws IOException {
        return Files.readString(Path.of("src/test/resources/training", name + ".java"));
    }
}
