package io.graphkernel.examples.bert;

import io.graphkernel.common.json.Json;
import io.graphkernel.examples.bert.StepProfile.Launch;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Assignment of launches to modules of the model: a kernel counts for the Java method of most of its ops, including
 * those of the gradient. The report of the build has the ops of each kernel and their lines.
 */
final class StepParts {

    static final String MATMULS = "matmuls";

    /** Ends the name of a launch that combines the partial results of a kernel. */
    private static final String FINISH = "_finish";

    private static final String NO_LINE = "of no line";
    private static final List<String> CLASSES = List.of("Bert", "BertTraining", "OptLevels");

    /** First lines of the methods of each Java file. */
    private final Map<String, TreeMap<Integer, String>> methods = new HashMap<>();

    private final Map<String, String> partOfKernel = new HashMap<>();

    /** Reads the report. */
    StepParts() throws IOException {
        Map<String, Map<?, ?>> reports = new HashMap<>();
        for (String name : CLASSES) {
            reports.put(name, report(name));
        }
        reports.forEach((name, report) -> {
            TreeMap<Integer, String> ofFile = methods.computeIfAbsent(name + ".java", file -> new TreeMap<>());
            for (Object method : list(report, "methods")) {
                Map<?, ?> read = (Map<?, ?>) method;
                ofFile.put(number(read.get("firstLine")), (String) read.get("name"));
            }
        });
        for (Map<?, ?> report : reports.values()) {
            list(report, "methods").forEach(method -> add((Map<?, ?>) method));
        }
    }

    /** {@link #MATMULS}, the op of another library call, or the method. */
    String part(Launch launch) {
        String first = launch.kernel().split(" \\+ ")[0];
        if (launch.isLibraryCall()) {
            return first.endsWith("MatMul") ? MATMULS : first;
        }
        String kernel = first.endsWith(FINISH) ? first.substring(0, first.length() - FINISH.length()) : first;
        return partOfKernel.get(kernel);
    }

    private void add(Map<?, ?> method) {
        Map<Integer, String> origins = new HashMap<>();
        for (Object node : list(method, "nodes")) {
            Map<?, ?> read = (Map<?, ?>) node;
            if (read.get("origin") instanceof String origin) {
                origins.put(number(read.get("id")), methodOf(origin));
            }
        }
        List<?> graphs = list(method, "graphs");
        List<?> groups = list((Map<?, ?>) graphs.get(graphs.size() - 1), "groups");
        for (Object kernel : list(method, "kernels")) {
            Map<?, ?> read = (Map<?, ?>) kernel;
            Object group = groups.get(number(read.get("group")));
            partOfKernel.put((String) read.get("name"), mostFrequent(group, origins));
        }
    }

    private static List<?> list(Map<?, ?> object, String name) {
        return (List<?>) object.get(name);
    }

    private static int number(Object value) {
        return Integer.parseInt(((Json.Literal) value).text());
    }

    /** A group is the id of its only op, or a name and ids. */
    private static String mostFrequent(Object group, Map<Integer, String> origins) {
        if (!(group instanceof List<?> ids)) {
            return origins.getOrDefault(number(group), NO_LINE);
        }
        Map<String, Integer> counts = new TreeMap<>();
        ids.subList(1, ids.size())
                .forEach(id -> counts.merge(origins.getOrDefault(number(id), NO_LINE), 1, Integer::sum));
        return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** Returns the method of a line such as {@code Bert.java:120}; for a file of another module its name. */
    private String methodOf(String origin) {
        String[] fields = origin.split("[.:]");
        TreeMap<Integer, String> ofFile = methods.get(fields[0] + ".java");
        return ofFile == null
                ? fields[0]
                : ofFile.floorEntry(Integer.parseInt(fields[2])).getValue();
    }

    private static Map<?, ?> report(String name) throws IOException {
        try {
            Path classes = Path.of(StepParts.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path directory = classes.resolveSibling("graph-kernel");
            Path file = directory
                    .resolve(StepParts.class.getPackageName() + "." + name)
                    .resolve("report.json");
            return (Map<?, ?>) Json.parse(Files.readString(file));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
