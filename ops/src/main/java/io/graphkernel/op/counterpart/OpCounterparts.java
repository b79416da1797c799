package io.graphkernel.op.counterpart;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Names of the counterparts of each op in PyTorch, NumPy, TensorFlow and ONNX: the same function, or the nearest one.
 * The file has one line per row of the op table, in its order.
 */
public final class OpCounterparts {

    private static final String RESOURCE = "counterparts.csv";

    /** Libraries other than those of the columns. */
    private static final List<String> OTHERS = List.of("scipy.", "torchvision.");

    /** Libraries in the order of the columns, with the prefix of their names. */
    private static final Map<String, String> PREFIXES = prefixes();

    /** Names by op and library. */
    private final Map<String, Map<String, List<String>>> lines = new LinkedHashMap<>();

    private OpCounterparts(List<String> text) {
        for (String line : text.subList(1, text.size())) {
            String[] cells = line.split(",", -1);
            Map<String, List<String>> names = new LinkedHashMap<>();
            int column = 1;
            for (String library : PREFIXES.keySet()) {
                String cell = cells[column++];
                names.put(library, cell.isEmpty() ? List.of() : List.of(cell.split(" ")));
            }
            lines.put(cells[0], names);
        }
    }

    private static Map<String, String> prefixes() {
        Map<String, String> prefixes = new LinkedHashMap<>();
        prefixes.put("PyTorch", "torch.");
        prefixes.put("NumPy", "numpy.");
        prefixes.put("TensorFlow", "tf.");
        prefixes.put("ONNX", "");
        return prefixes;
    }

    /**
     * Reads the file.
     *
     * @return the counterparts of all ops
     */
    public static OpCounterparts read() {
        try (InputStream stream = OpTable.class.getResourceAsStream(RESOURCE)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return new OpCounterparts(text.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the documented names of the ops, in the order of the file. */
    public List<String> ops() {
        return List.copyOf(lines.keySet());
    }

    /**
     * Returns the ops with a counterpart of a name; if the name is that of one of them in another spelling, only this one.
     *
     * @param name name without the module, in any case, with or without underscores
     * @return names of methods of {@code Ops}
     */
    public List<String> methods(String name) {
        String plain = plain(name);
        List<String> methods = new ArrayList<>();
        lines.forEach((op, names) -> {
            boolean isNamed = names.values().stream()
                    .flatMap(List::stream)
                    .anyMatch(known -> plain(known).equals(plain));
            String method = OpTable.get().find(op).orElseThrow().javaName();
            if (isNamed && !methods.contains(method)) {
                methods.add(method);
            }
        });
        List<String> sameName =
                methods.stream().filter(method -> plain(method).equals(plain)).toList();
        return sameName.isEmpty() ? methods : sameName;
    }

    private static String plain(String name) {
        return name.substring(name.lastIndexOf('.') + 1)
                .toLowerCase(Locale.ROOT)
                .replace("_", "");
    }

    /**
     * Prints the counterparts of an op.
     *
     * @param row the op
     * @return Markdown; empty if there is none
     */
    public String print(OpRow row) {
        return lines.get(row.name()).entrySet().stream()
                .filter(library -> !library.getValue().isEmpty())
                .map(library -> library.getKey() + " "
                        + library.getValue().stream()
                                .map(name -> "`" + qualified(PREFIXES.get(library.getKey()), name) + "`")
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }

    private static String qualified(String prefix, String name) {
        return OTHERS.stream().anyMatch(name::startsWith)
                ? name
                : prefix + name.replaceFirst("^F\\.", "nn.functional.");
    }
}
