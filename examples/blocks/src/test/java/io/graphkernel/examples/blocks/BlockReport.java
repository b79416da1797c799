package io.graphkernel.examples.blocks;

import io.graphkernel.processor.option.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the report of a compilation says about the kernel of a block; the resources of the processor describe its members. */
final class BlockReport {
    private final Map<?, ?> method;

    private BlockReport(Map<?, ?> method) {
        this.method = method;
    }

    /**
     * Finds the kernels of blocks.
     *
     * @param directory of the report
     */
    static Map<Workload, BlockReport> of(Path directory, List<Workload> workloads) {
        try {
            Map<?, ?> report = (Map<?, ?>) Json.parse(Files.readString(directory.resolve("report.json")));
            Map<Workload, BlockReport> blocks = new LinkedHashMap<>();
            for (Workload workload : workloads) {
                Map<?, ?> type = named(report, "classes", workload.type().getName());
                blocks.put(workload, new BlockReport(named(type, "methods", workload.method())));
            }
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Json.SyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<?, ?> named(Map<?, ?> of, String list, String name) {
        return objects(of, list).stream()
                .filter(each -> each.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Map<?, ?>> objects(Map<?, ?> of, String member) {
        return ((List<?>) of.get(member))
                .stream().<Map<?, ?>>map(each -> (Map<?, ?>) each).toList();
    }

    /** The passes that changed the graph, in order. */
    List<String> fired() {
        return objects(method, "passes").stream()
                .filter(pass -> Boolean.parseBoolean(pass.get("changed").toString()))
                .map(pass -> pass.get("pass").toString())
                .toList();
    }
}
