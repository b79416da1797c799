package io.graphkernel.converter.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Inputs and outputs of a converted model, from a file that the converter adds.
 *
 * @param model name of the converted file
 * @param stub generated class
 * @param inputs inputs in the order of its method
 * @param outputs outputs in order
 */
public record ModelInterface(String model, String stub, List<Port> inputs, List<Port> outputs) {

    /** Path of the resource in the jar. */
    public static final String RESOURCE = "META-INF/graphkernel/model.properties";

    /**
     * An input or output.
     *
     * @param name name in Java
     * @param type dtype and dims
     */
    public record Port(String name, String type) {}

    /**
     * Returns the text form.
     *
     * @return lines {@code key=value}
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("model=").append(model).append("\nstub=").append(stub).append('\n');
        write(text, "input.", inputs);
        write(text, "output.", outputs);
        return text.toString();
    }

    private static void write(StringBuilder text, String key, List<Port> ports) {
        for (int i = 0; i < ports.size(); i++) {
            Port port = ports.get(i);
            text.append(key)
                    .append(i)
                    .append('=')
                    .append(port.name())
                    .append(' ')
                    .append(port.type())
                    .append('\n');
        }
    }

    /**
     * Reads the interface of the model in the jar.
     *
     * @param loader class loader of the jar
     * @return null if there is none
     */
    static ModelInterface read(ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                return null;
            }
            Properties entries = new Properties();
            entries.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return new ModelInterface(
                    entries.getProperty("model"),
                    entries.getProperty("stub"),
                    ports(entries, "input."),
                    ports(entries, "output."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Port> ports(Properties entries, String key) {
        List<Port> ports = new ArrayList<>();
        for (int i = 0; entries.containsKey(key + i); i++) {
            String[] words = entries.getProperty(key + i).split(" ", 2);
            ports.add(new Port(words[0], words[1]));
        }
        return ports;
    }
}
