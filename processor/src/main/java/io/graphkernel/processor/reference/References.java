package io.graphkernel.processor.reference;

import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.op.source.DocumentLists;
import io.graphkernel.processor.op.source.GradientsSource;
import io.graphkernel.processor.op.source.OpsPage;
import io.graphkernel.processor.op.source.OpsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The program that writes what is derived from the tables. */
public final class References {

    private References() {}

    /**
     * What is derived from the tables.
     *
     * @param root of the project
     * @return the text of each file, by its path from the root of the project
     * @throws IOException if a source that messages or examples are taken from cannot be read
     */
    static SortedMap<String, String> files(Path root) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        files.put("runtime/src/main/java/io/graphkernel/runtime/Ops.java", OpsSource.print(OpTable.get()));
        files.put(
                "runtime/src/main/java/io/graphkernel/runtime/internal/gradient/OpGradients.java",
                GradientsSource.print(OpTable.get()));
        files.put("runtime/OPS.md", OpsPage.print(OpTable.get(), DocumentLists.read()));
        files.put("processor/FLAGS.md", FlagsPage.print());
        files.put("processor/PASSES.md", NamedFusionsPage.print());
        files.put("processor/RULES.md", RulesPage.print());
        files.put("docs/troubleshooting.md", TroubleshootingPage.print(root));
        return Collections.unmodifiableSortedMap(files);
    }

    /**
     * Writes the files.
     *
     * @param arguments the root of the project
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
     * @param root of the project
     * @param destination where they go, each to its path from the root
     */
    static void write(Path root, Path destination) throws IOException {
        for (Map.Entry<String, String> file : files(root).entrySet()) {
            Files.writeString(destination.resolve(file.getKey()), file.getValue());
        }
    }
}
