package io.graphkernel.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** A separate JVM for a part of a benchmark: oneDNN's OpenMP reads its number of threads at its start. */
public final class ChildProcess {
    private static final String OPENMP_THREADS = "OMP_NUM_THREADS";

    /** The largest operands take 5 GiB off the heap, beyond what JavaCPP allows with a heap of the default size. */
    private static final List<String> MEMORY =
            List.of("-Xmx1g", "-Dorg.bytedeco.javacpp.maxBytes=0", "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0");

    /** Set in a child. */
    private static final String CHILD = "benchmark.child";

    private ChildProcess() {}

    /**
     * Runs a class and waits for it.
     *
     * @param main the class with the method main
     * @param arguments its arguments
     * @param threads the threads of OpenMP
     * @return its exit status
     */
    public static int run(Class<?> main, List<String> arguments, int threads) throws IOException, InterruptedException {
        return run(main, arguments, threads, Map.of());
    }

    /**
     * Runs a class and waits for it.
     *
     * @param main the class with the method main
     * @param arguments its arguments
     * @param threads the threads of OpenMP
     * @param variables added to the environment
     * @return its exit status
     */
    public static int run(Class<?> main, List<String> arguments, int threads, Map<String, String> variables)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(MEMORY);
        command.add("-D" + CHILD + "=true");
        command.addAll(List.of("-classpath", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(variables);
        builder.environment().put(OPENMP_THREADS, Integer.toString(threads));
        return builder.start().waitFor();
    }

    /**
     * Runs a measurement once per number of threads, each in a child; ends this process if a child fails.
     *
     * @param main the class whose method main calls this
     * @param arguments numbers of threads; none for one and two
     * @param measurement takes the number of threads
     */
    public static void runPerThreadCount(Class<?> main, String[] arguments, IntConsumer measurement)
            throws IOException, InterruptedException {
        if (isThis()) {
            measurement.accept(Integer.parseInt(arguments[0]));
            return;
        }
        for (String threads : arguments.length == 0 ? new String[] {"1", "2"} : arguments) {
            int status = run(main, List.of(threads), Integer.parseInt(threads));
            if (status != 0) {
                System.exit(status);
            }
        }
    }

    /** Returns true if this process is one. */
    public static boolean isThis() {
        return Boolean.getBoolean(CHILD);
    }
}
