package io.graphkernel.processor.onnx.node;

import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxAttribute.Kind;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Default values of attributes, by op and version, as listed in the specification of the format. An exporter may write
 * them explicitly, so they never make a node unsupported.
 */
public final class AttributeDefaults {

    private static final String RESOURCE = "attribute-defaults.txt";
    private static final Pattern ENTRY = Pattern.compile("(\\w+)=(\\w+):([^@]*)(?:@(\\d+)(?:-(\\d+))?)?");

    /** Tolerance for real numbers, which the specification prints with six digits. */
    private static final double RELATIVE = 1e-6;

    private static final Map<String, List<Entry>> TABLE = read();

    private AttributeDefaults() {}

    /** Default of an attribute for a range of op versions. */
    private record Entry(OnnxAttribute attribute, long first, long last) {}

    /**
     * Returns the default values of the attributes of an op.
     *
     * @param domain domain of the op; empty for standard ops
     * @param op its name
     * @param opset the version of the ops
     * @return defaults by attribute name
     */
    public static Map<String, OnnxAttribute> of(String domain, String op, long opset) {
        Map<String, OnnxAttribute> defaults = new LinkedHashMap<>();
        for (Entry entry : TABLE.getOrDefault(domain.isEmpty() ? op : domain + "." + op, List.of())) {
            if (opset >= entry.first() && opset <= entry.last()) {
                defaults.put(entry.attribute().name(), entry.attribute());
            }
        }
        return defaults;
    }

    /** Returns the default of a node's attribute; empty if it has none in that version. */
    static Optional<OnnxAttribute> find(OnnxNode node, long opset, String attribute) {
        return Optional.ofNullable(of(node.domain(), node.op(), opset).get(attribute));
    }

    /** Returns true if an attribute of a node equals its default. */
    static boolean isDefault(OnnxNode node, long opset, String attribute) {
        OnnxAttribute written = node.attributes().get(attribute);
        return find(node, opset, attribute)
                .filter(value -> value.kind() == written.kind()
                        && value.integers().equals(written.integers())
                        && value.texts().equals(written.texts())
                        && areClose(value.reals(), written.reals()))
                .isPresent();
    }

    private static boolean areClose(List<Float> expected, List<Float> actual) {
        boolean close = expected.size() == actual.size();
        for (int i = 0; close && i < expected.size(); i++) {
            close = Math.abs(expected.get(i) - actual.get(i)) <= RELATIVE * Math.abs(expected.get(i));
        }
        return close;
    }

    private static Map<String, List<Entry>> read() {
        Map<String, List<Entry>> table = new LinkedHashMap<>();
        try (InputStream file = AttributeDefaults.class.getResourceAsStream(RESOURCE)) {
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.startsWith("#")) {
                    String[] words = line.split(" ");
                    List<Entry> entries = new ArrayList<>();
                    for (int i = 1; i < words.length; i++) {
                        entries.add(entry(words[i]));
                    }
                    table.put(words[0], List.copyOf(entries));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }

    private static Entry entry(String word) {
        Matcher matcher = ENTRY.matcher(word);
        if (!matcher.matches()) {
            throw new IllegalStateException("'" + word + "' in " + RESOURCE + " is not an attribute with its default");
        }
        long first = matcher.group(4) == null ? 1 : Long.parseLong(matcher.group(4));
        long last = matcher.group(5) == null ? Long.MAX_VALUE : Long.parseLong(matcher.group(5));
        return new Entry(attribute(matcher.group(1), matcher.group(2), matcher.group(3)), first, last);
    }

    private static OnnxAttribute attribute(String name, String kind, String value) {
        List<String> items = List.of(value.split(","));
        return switch (kind) {
            case "i" -> integers(name, Kind.INT, items);
            case "is" -> integers(name, Kind.INTS, items);
            case "f" -> reals(name, Kind.FLOAT, items);
            case "fs" -> reals(name, Kind.FLOATS, items);
            case "s" -> new OnnxAttribute(name, Kind.STRING, List.of(), List.of(), items, null, null);
            case "ss" -> new OnnxAttribute(name, Kind.STRINGS, List.of(), List.of(), items, null, null);
            default -> throw new IllegalStateException("unknown kind " + kind + " of attributes");
        };
    }

    private static OnnxAttribute integers(String name, Kind kind, List<String> values) {
        return new OnnxAttribute(
                name, kind, values.stream().map(Long::valueOf).toList(), List.of(), List.of(), null, null);
    }

    private static OnnxAttribute reals(String name, Kind kind, List<String> values) {
        return new OnnxAttribute(
                name, kind, List.of(), values.stream().map(Float::valueOf).toList(), List.of(), null, null);
    }
}
