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

/** Compiler of mutants, many at once. */
final class MutantCompiler implements AutoCloseable {

    private static final long HANG_SECONDS = 60;
    private static final int MAX_TURNS = 4;
    private static final String SILENT = "no message, and no kernel";

    /**
     * Outcome of compiling mutants.
     *
     * @param failures bugs by mutant, under the empty name if no mutant is to blame
     * @param refusedByJavac mutants with an error of javac
     * @param rejected mutants with an error of GraphKernel
     */
    record Outcome(Map<String, String> failures, Set<String> refusedByJavac, Set<String> rejected) {

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
     * Creates a compiler.
     *
     * @param library classes that mutants extend
     * @param reports empty directory
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
            Thread compilerThread = new Thread(task, "javac of mutants");
            compilerThread.setDaemon(true);
            return compilerThread;
        });
    }

    /** Returns attributed trees of several classes. */
    JavacTask parsed(List<JavaFileObject> sources) {
        return (JavacTask) compiler.getTask(null, files, new DiagnosticCollector<>(), parseOptions(), null, sources);
    }

    private List<String> parseOptions() {
        List<String> extended = new ArrayList<>(options.subList(0, 2));
        extended.add("-proc:none");
        return extended;
    }

    /**
     * Compiles mutants.
     *
     * @param sources files by the simple names of their classes
     * @param stubs true to run the last stages, too
     * @return the outcome
     */
    Outcome compile(Map<String, String> sources, boolean stubs) {
        Outcome outcome = compileOnce(sources, stubs);
        // After a syntax error javac runs no processor, after one of ours it drops type errors, and after a type error
        // it skips
        // flow analysis.
        for (int turn = 0; turn < MAX_TURNS && !outcome.isEveryMutantSettled(); turn++) {
            Map<String, String> rest = new LinkedHashMap<>(sources);
            rest.keySet().removeAll(outcome.refusedByJavac());
            rest.keySet().removeAll(outcome.rejected());
            Outcome again = compileOnce(rest, stubs);
            Set<String> refusedByJavac = new HashSet<>(outcome.refusedByJavac());
            refusedByJavac.addAll(again.refusedByJavac());
            Set<String> rejected = new HashSet<>(outcome.rejected());
            rejected.addAll(again.rejected());
            Map<String, String> failures = new LinkedHashMap<>(outcome.failures());
            failures.values().removeIf(SILENT::equals);
            failures.putAll(again.failures());
            outcome = new Outcome(failures, refusedByJavac, rejected);
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
            // The hung thread keeps its compiler; the next mutants get another one.
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
            boolean said = outcome.refusedByJavac().contains(name)
                    || outcome.rejected().contains(name);
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
