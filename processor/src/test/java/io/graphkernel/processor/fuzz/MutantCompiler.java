package io.graphkernel.processor.fuzz;

import com.sun.source.util.JavacTask;
import io.graphkernel.processor.FuzzBackEnd;
import io.graphkernel.processor.RuntimeClasses;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles mutants, many at once. */
final class MutantCompiler implements AutoCloseable {

    private static final long HANG_SECONDS = 60;
    private static final int MOST_TURNS = 4;
    private static final String SILENT = "no message, and no kernel";

    /**
     * What came of some mutants.
     *
     * @param failures what must not be, by mutant; by the empty name what no mutant can be blamed for
     * @param refusedByJavac the mutants with an error of javac
     * @param refused the mutants with an error of GraphKernel
     */
    record Outcome(Map<String, String> failures, Set<String> refusedByJavac, Set<String> refused) {

        private boolean isEveryMutantSettled() {
            return !failures.containsValue(SILENT);
        }
    }

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager standard = compiler.getStandardFileManager(null, Locale.ROOT, null);
    private final MemoryFiles files = new MemoryFiles(standard);
    private ExecutorService thread = newThread();
    private final List<String> options;

    /**
     * A compiler.
     *
     * @param library the classes that mutants extend
     * @param reports an empty directory
     */
    MutantCompiler(Path library, Path reports) {
        this.options = List.of(
                "-cp",
                library + File.pathSeparator + RuntimeClasses.classPath(),
                "-Xmaxerrs",
                "100000",
                "-Agraphkernel.reportDir=" + reports);
    }

    private static ExecutorService newThread() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "javac of mutants");
            made.setDaemon(true);
            return made;
        });
    }

    /** Sources of several classes as trees with types. */
    JavacTask parsed(List<JavaFileObject> sources) {
        return (JavacTask) compiler.getTask(null, files, new DiagnosticCollector<>(), parseOptions(), null, sources);
    }

    private List<String> parseOptions() {
        List<String> all = new ArrayList<>(options.subList(0, 2));
        all.add("-proc:none");
        return all;
    }

    /**
     * Compiles mutants.
     *
     * @param sources their files by the simple names of their classes
     * @param stubs whether they go through the last stages, too
     * @return what came of them
     */
    Outcome compile(Map<String, String> sources, boolean stubs) {
        Outcome outcome = compileOnce(sources, stubs);
        // After an error of syntax javac runs no processor, after one of ours it keeps errors of types to itself, and
        // after one of types it looks at no flow.
        for (int turn = 0; turn < MOST_TURNS && !outcome.isEveryMutantSettled(); turn++) {
            Map<String, String> rest = new LinkedHashMap<>(sources);
            rest.keySet().removeAll(outcome.refusedByJavac());
            rest.keySet().removeAll(outcome.refused());
            Outcome again = compileOnce(rest, stubs);
            Set<String> refusedByJavac = new HashSet<>(outcome.refusedByJavac());
            refusedByJavac.addAll(again.refusedByJavac());
            Set<String> refused = new HashSet<>(outcome.refused());
            refused.addAll(again.refused());
            Map<String, String> failures = new LinkedHashMap<>(outcome.failures());
            failures.values().removeIf(SILENT::equals);
            failures.putAll(again.failures());
            outcome = new Outcome(failures, refusedByJavac, refused);
        }
        return outcome;
    }

    private Outcome compileOnce(Map<String, String> sources, boolean stubs) {
        files.clear();
        DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
        List<JavaFileObject> inputs = new ArrayList<>();
        sources.forEach((name, text) -> inputs.add(MemoryFiles.source(name, text)));
        StringWriter output = new StringWriter();
        Map<String, String> failures = new LinkedHashMap<>();
        Set<String> compiled = ConcurrentHashMap.newKeySet();
        try {
            thread.submit(() -> {
                        JavaCompiler.CompilationTask task =
                                compiler.getTask(output, files, collector, options, null, inputs);
                        task.setProcessors(List.of(FuzzBackEnd.processor(stubs, compiled::add)));
                        return task.call();
                    })
                    .get(HANG_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            StringWriter trace = new StringWriter();
            e.getCause().printStackTrace(new PrintWriter(trace, true));
            failures.put("", "an exception out of javac: " + trace);
        } catch (TimeoutException e) {
            failures.put("", "no end after " + HANG_SECONDS + " s");
            // The thread that hangs keeps its compiler; the next mutants get another one.
            thread.shutdownNow();
            thread = newThread();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (output.toString().contains("An exception has occurred")) {
            failures.put("", output.toString());
        }
        collect(collector.getDiagnostics(), sources, failures);
        Outcome outcome = new Outcome(failures, mutants(collector, false), mutants(collector, true));
        for (String name : failures.containsKey("") ? Set.<String>of() : sources.keySet()) {
            boolean said =
                    outcome.refusedByJavac().contains(name) || outcome.refused().contains(name);
            if (!said && !compiled.contains(name)) {
                failures.putIfAbsent(name, SILENT);
            }
        }
        return outcome;
    }

    private static void collect(
            List<Diagnostic<? extends JavaFileObject>> messages,
            Map<String, String> sources,
            Map<String, String> failures) {
        for (Diagnostic<? extends JavaFileObject> message : messages) {
            String text = message.getMessage(Locale.ROOT);
            String file = name(message);
            boolean internal = text.contains("[GK-0001]");
            boolean generated = message.getKind() == Diagnostic.Kind.ERROR && !sources.containsKey(file);
            if (internal || generated) {
                String mutant = file.replaceFirst("Kernels\\p{Alpha}*$", "");
                failures.putIfAbsent(sources.containsKey(mutant) ? mutant : "", file + ": " + text);
            }
        }
    }

    private static Set<String> mutants(DiagnosticCollector<JavaFileObject> collector, boolean ours) {
        return collector.getDiagnostics().stream()
                .filter(message -> message.getKind() == Diagnostic.Kind.ERROR)
                .filter(message -> message.getMessage(Locale.ROOT).startsWith("[GK-") == ours)
                .map(MutantCompiler::name)
                .collect(Collectors.toSet());
    }

    private static String name(Diagnostic<? extends JavaFileObject> message) {
        if (message.getSource() == null) {
            return "";
        }
        String path = message.getSource().getName();
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }

    @Override
    public void close() throws IOException {
        thread.shutdownNow();
        standard.close();
    }
}
