package io.graphkernel.examples.bert;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.graphkernel.examples.bert.StepProfile.Launch;
import java.io.IOException;
import java.io.Reader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which part of the model a launch is of: a kernel counts for the Java method that most of its ops come from, also those of the
 * gradient. The report of the build, next to the classes, has the ops of each kernel and their lines.
 */
final class StepParts {

    static final String PRODUCTS = "matrix products";

    /** Ends the name of a launch that combines the partial results of a kernel. */
    private static final String FINISH = "_finish";

    private static final String NO_LINE = "of no line";
    private static final List<String> CLASSES = List.of("Bert", "BertTraining", "OptLevels");

    /** For each file of Java the first lines of its methods. */
    private final Map<String, TreeMap<Integer, String>> methods = new HashMap<>();

    private final Map<String, String> partOfKernel = new HashMap<>();

    /** Reads the report. */
    StepParts() throws IOException {
        Map<String, JsonObject> reports = new HashMap<>();
        for (String name : CLASSES) {
            reports.put(name, report(name));
        }
        reports.forEach((name, report) -> {
            TreeMap<Integer, String> ofFile = methods.computeIfAbsent(name + ".java", file -> new TreeMap<>());
            for (JsonElement method : report.getAsJsonArray("methods")) {
                JsonObject read = method.getAsJsonObject();
                ofFile.put(read.get("firstLine").getAsInt(), read.get("name").getAsString());
            }
        });
        for (JsonObject report : reports.values()) {
            report.getAsJsonArray("methods").forEach(method -> add(method.getAsJsonObject()));
        }
    }

    /** {@link #PRODUCTS}, the op of another library call, or the method. */
    String part(Launch launch) {
        String first = launch.kernel().split(" \\+ ")[0];
        if (launch.isLibraryCall()) {
            return first.endsWith("MatMul") ? PRODUCTS : first;
        }
        String kernel = first.endsWith(FINISH) ? first.substring(0, first.length() - FINISH.length()) : first;
        return partOfKernel.get(kernel);
    }

    private void add(JsonObject method) {
        Map<Integer, String> origins = new HashMap<>();
        for (JsonElement node : method.getAsJsonArray("nodes")) {
            JsonObject read = node.getAsJsonObject();
            if (read.has("origin")) {
                origins.put(
                        read.get("id").getAsInt(), methodOf(read.get("origin").getAsString()));
            }
        }
        JsonArray graphs = method.getAsJsonArray("graphs");
        JsonArray groups = graphs.get(graphs.size() - 1).getAsJsonObject().getAsJsonArray("groups");
        for (JsonElement kernel : method.getAsJsonArray("kernels")) {
            JsonObject read = kernel.getAsJsonObject();
            JsonElement group = groups.get(read.get("group").getAsInt());
            partOfKernel.put(read.get("name").getAsString(), mostFrequent(group, origins));
        }
    }

    /** A group is the id of its only op, or a name and ids. */
    private static String mostFrequent(JsonElement group, Map<Integer, String> origins) {
        if (!group.isJsonArray()) {
            return origins.getOrDefault(group.getAsInt(), NO_LINE);
        }
        Map<String, Integer> counts = new TreeMap<>();
        group.getAsJsonArray()
                .asList()
                .subList(1, group.getAsJsonArray().size())
                .forEach(id -> counts.merge(origins.getOrDefault(id.getAsInt(), NO_LINE), 1, Integer::sum));
        return Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** Of a line such as {@code Bert.java:120}; for a file of another module its name. */
    private String methodOf(String origin) {
        String[] parts = origin.split("[.:]");
        TreeMap<Integer, String> ofFile = methods.get(parts[0] + ".java");
        return ofFile == null
                ? parts[0]
                : ofFile.floorEntry(Integer.parseInt(parts[2])).getValue();
    }

    private static JsonObject report(String name) throws IOException {
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
            try (Reader reader = Files.newBufferedReader(file)) {
                return JsonParser.parseReader(reader).getAsJsonObject();
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
