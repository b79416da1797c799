package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.row.OpRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents' lists of ops: which ops are expanded and which are clustered by default, and on which device. */
public final class DocumentLists {

    /**
     * A line of the lists.
     *
     * @param op documented name
     * @param table {@code expander} or {@code cluster}
     * @param devices the devices for which it is in the list, in the order Ascend, CPU, GPU
     */
    public record Entry(String op, String table, List<String> devices) {}

    private static final String RESOURCE = "document-lists.csv";
    private static final List<String> DEVICES = List.of("Ascend", "CPU", "GPU");

    private final List<Entry> entries;

    private DocumentLists(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * Reads the lists.
     *
     * @return the lists of the documents
     */
    public static DocumentLists read() {
        try (InputStream stream = DocumentLists.class.getResourceAsStream(RESOURCE)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return new DocumentLists(
                    text.lines().skip(1).map(DocumentLists::entry).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Entry entry(String line) {
        String[] cells = line.split(",");
        List<String> devices = DEVICES.stream()
                .filter(device -> cells[2 + DEVICES.indexOf(device)].equals("Y"))
                .toList();
        return new Entry(cells[0], cells[1], devices);
    }

    /**
     * All lines.
     *
     * @return in the order of the documents
     */
    public List<Entry> entries() {
        return entries;
    }

    /** The lists that hold an op under one of its names. */
    String of(OpRow row) {
        List<String> names =
                Stream.concat(Stream.of(row.name()), row.aliases().stream()).toList();
        return entries.stream()
                .filter(entry -> names.contains(entry.op()))
                .map(entry -> (entry.op().equals(row.name()) ? "" : entry.op() + " ") + entry.table() + " ("
                        + (entry.devices().isEmpty() ? "none by default" : String.join(", ", entry.devices())) + ")")
                .collect(Collectors.joining("; "));
    }
}
