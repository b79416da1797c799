package io.graphkernel.examples.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of a benchmark by name, as {@code name=value} on its command line; {@code threads} is one of them. */
public final class NamedSettings {
    private static final String THREADS = "threads";

    private final Map<String, String> values;

    private NamedSettings(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads a command line; the process exits with status 2 if it is invalid.
     *
     * @param defaults all settings
     * @param usage their description
     */
    public static NamedSettings read(Map<String, String> defaults, String[] arguments, String usage, PrintStream out) {
        Map<String, String> values = new LinkedHashMap<>(defaults);
        for (String argument : arguments) {
            String[] fields = argument.split("=", 2);
            if (fields.length < 2 || values.replace(fields[0], fields[1]) == null) {
                out.println("not understood: " + argument);
                out.println(usage);
                System.exit(2);
            }
        }
        return new NamedSettings(values);
    }

    public String text(String name) {
        return values.get(name);
    }

    public int number(String name) {
        return Integer.parseInt(values.get(name));
    }

    /** Returns the values of a setting, separated by commas. */
    public List<String> items(String name) {
        return Arrays.asList(values.get(name).split(","));
    }

    /**
     * Starts a process for each number of threads: OpenMP, which oneDNN and PyTorch use, reads it when a process starts.
     *
     * @param main the benchmark
     * @return the exit status of the first process that fails, or 0
     */
    public int startProcesses(Class<?> main) throws IOException, InterruptedException {
        for (String threads : items(THREADS)) {
            Map<String, String> ofProcess = new LinkedHashMap<>(values);
            ofProcess.put(THREADS, threads);
            List<String> arguments = ofProcess.entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .toList();
            int status = ChildProcess.run(main, arguments, Integer.parseInt(threads));
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }
}
