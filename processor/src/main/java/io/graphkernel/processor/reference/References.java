package io.graphkernel.processor.reference;

import io.graphkernel.op.OpTable;
import io.graphkernel.processor.reference.facade.DocumentLists;
import io.graphkernel.processor.reference.facade.OpCallsSource;
import io.graphkernel.processor.reference.facade.OpsPage;
import io.graphkernel.processor.reference.facade.OpsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Program that writes the files derived from the tables. */
public final class References {

    /** The generated sources of the runtime. */
    private static final String EAGER = "runtime/src/gen/java/io/graphkernel/runtime/";

    private References() {}

    /**
     * Returns the files derived from the tables.
     *
     * @param root root of the project
     * @return text of each file, by path relative to the root
     * @throws IOException if a source of messages or examples cannot be read
     */
    static SortedMap<String, String> files(Path root) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        files.put(EAGER + "Ops.java", OpsSource.print(OpTable.get()));
        files.put(EAGER + "internal/eager/OpCalls.java", OpCallsSource.print(OpTable.get()));
        files.put("runtime/OPS.md", OpsPage.print(OpTable.get(), DocumentLists.read()));
        files.put("processor/FLAGS.md", FlagsPage.print());
        files.put("processor/PASSES.md", NamedFusionsPage.print());
        files.put("processor/RULES.md", RulesPage.print());
        files.putAll(TroubleshootingPages.print(root));
        return Collections.unmodifiableSortedMap(files);
    }

    /**
     * Writes the files.
     *
     * @param arguments root of the project
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument: the root of the project");
        }
        Path root = Path.of(arguments[0]);
        write(root, root);
    }

    /**
     * Writes the files.
     *
     * @param root root of the project
     * @param destination root of the output
     */
    static void write(Path root, Path destination) throws IOException {
        for (Map.Entry<String, String> file : files(root).entrySet()) {
            Path path = destination.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}
