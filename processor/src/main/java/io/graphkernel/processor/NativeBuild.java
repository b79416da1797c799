package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.Target;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Builds the kernels of a class for every target that takes them compiled, and reports what goes wrong. */
final class NativeBuild {

    /**
     * What was built.
     *
     * @param libraries for the CPU, by platform; empty if it is no target
     * @param openCl the complete source; empty if OpenCL is no target
     * @param ptx the module of PTX; empty if CUDA is no target
     */
    record Kernels(SortedMap<Platform, byte[]> libraries, Optional<String> openCl, Optional<String> ptx) {}

    private static final String COMPILER_DEPENDENCY = "name graphkernel-processor in annotationProcessorPaths, which"
            + " brings the compiler; elsewhere add org.bytedeco:llvm with the host's classifier to the processor path, or"
            + " name a clang with -Agraphkernel.compiler=/path/to/clang";

    /** What was not built, by the name that a message gives to it, and why. */
    private record Failure(String target, ToolchainException cause) {
        /** Whether one message says it of both targets: the compiler itself is missing, or the cache. */
        boolean sameAs(Failure other) {
            return cause.kind() == other.cause.kind()
                    && cause.getMessage().equals(other.cause.getMessage())
                    && cause.details().equals(other.cause.details());
        }

        Failure and(Failure other) {
            return new Failure(target + ", " + other.target, cause);
        }
    }

    private interface Step<T> {
        T run() throws ToolchainException;
    }

    private NativeToolchain toolchain;

    /**
     * Builds for every target of the options, side by side.
     *
     * @param tag makes the symbols of the libraries unique
     * @return empty if something failed, which is reported
     */
    Optional<Kernels> build(KernelClass kernelClass, String tag, KernelSources sources, Context context) {
        Set<Target> targets = context.options().targets();
        Set<Platform> platforms = targets.contains(Target.CPU) ? platforms(context.options()) : Set.of();
        if (targets.contains(Target.CPU) && platforms.isEmpty()) {
            reportUnknownHost(kernelClass, context);
            return Optional.empty();
        }
        NativeToolchain tools = toolchain(kernelClass, context);
        List<Failure> failures = Collections.synchronizedList(new ArrayList<>());
        Optional<String> openCl = sources.gpu()
                .flatMap(gpu -> attempt(Target.OPENCL.toString(), () -> tools.complete(gpu.file()), failures));
        CompletableFuture<Optional<String>> ptx = inThread(() -> openCl.filter(text -> targets.contains(Target.CUDA))
                .flatMap(text -> attempt(
                        Target.CUDA.toString(), () -> tools.buildPtx(fileName(kernelClass, ".cl"), text), failures)));
        Optional<SortedMap<Platform, byte[]>> libraries = platforms.isEmpty()
                ? Optional.of(new TreeMap<>())
                : attempt(
                        names(platforms),
                        () -> tools.buildAll(
                                new KernelSource(
                                        tag,
                                        fileName(kernelClass, ".c"),
                                        sources.c().file()),
                                platforms),
                        failures);
        Optional<String> module = ptx.join();
        merged(failures).forEach(failure -> report(failure, kernelClass, context));
        return libraries
                .filter(built -> failures.isEmpty())
                .map(built -> new Kernels(built, openCl.filter(text -> targets.contains(Target.OPENCL)), module));
    }

    private static <T> Optional<T> attempt(String target, Step<T> step, List<Failure> failures) {
        try {
            return Optional.of(step.run());
        } catch (ToolchainException e) {
            failures.add(new Failure(target, e));
            return Optional.empty();
        }
    }

    private static <T> CompletableFuture<T> inThread(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, starter -> {
            Thread thread = new Thread(starter, "graphkernel-build-gpu");
            thread.setDaemon(true);
            thread.start();
        });
    }

    /** In the order of the targets' names: which build ends first is chance. */
    private static List<Failure> merged(List<Failure> failures) {
        List<Failure> merged = new ArrayList<>();
        failures.sort(Comparator.comparing(Failure::target));
        for (Failure failure : failures) {
            int same = 0;
            while (same < merged.size() && !merged.get(same).sameAs(failure)) {
                same++;
            }
            if (same == merged.size()) {
                merged.add(failure);
            } else {
                merged.set(same, merged.get(same).and(failure));
            }
        }
        return merged;
    }

    private static Set<Platform> platforms(Options options) {
        Set<Platform> platforms = new TreeSet<>();
        options.platforms().forEach(name -> Platform.byName(name).ifPresent(platforms::add));
        if (options.platforms().isEmpty()) {
            Platform.host().ifPresent(platforms::add);
        }
        return platforms;
    }

    private static String names(Set<Platform> platforms) {
        return String.join(", ", platforms.stream().map(Platform::platformName).toList());
    }

    private NativeToolchain toolchain(KernelClass kernelClass, Context context) {
        if (toolchain == null) {
            Options options = context.options();
            NativeToolchain.Settings defaults = NativeToolchain.Settings.defaults();
            toolchain = new NativeToolchain(new NativeToolchain.Settings(
                    options.cacheDir().orElse(defaults.cacheDirectory()), options.compiler()));
            boolean compiles =
                    options.targets().contains(Target.CPU) || options.targets().contains(Target.CUDA);
            if (compiles && NativeToolchain.Settings.areTemporary()) {
                context.reporter()
                        .report(kernelClass.position(), Diagnostic.CACHE_TEMPORARY, defaults.cacheDirectory());
            }
        }
        return toolchain;
    }

    /** The compiler's messages name this file; letters that file systems or tools may not take become underscores. */
    private static String fileName(KernelClass kernelClass, String extension) {
        return kernelClass.simpleName().replaceAll("[^A-Za-z0-9_]", "_") + extension;
    }

    private static void reportUnknownHost(KernelClass kernelClass, Context context) {
        String host = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        String names = Arrays.stream(Platform.values())
                .map(Platform::platformName)
                .sorted()
                .collect(Collectors.joining(", "));
        context.reporter()
                .report(
                        kernelClass.position(),
                        Diagnostic.TOOLCHAIN_UNAVAILABLE,
                        host,
                        "kernels are built for " + names + " only",
                        "give -Agraphkernel.targets=jvm: kernels in Java run on every machine");
    }

    private static void report(Failure failure, KernelClass kernelClass, Context context) {
        ToolchainException cause = failure.cause();
        String reasons = String.join("\n", cause.details());
        String details = cause.getMessage() + "\n" + reasons;
        String files = cause.reproduction()
                .map(kept -> kept.source() + "; to see it again, run " + kept.command())
                .orElse("the messages above");
        var reporter = context.reporter();
        var position = kernelClass.position();
        switch (cause.kind()) {
            case UNAVAILABLE ->
                reporter.report(
                        position,
                        Diagnostic.TOOLCHAIN_UNAVAILABLE,
                        failure.target(),
                        details,
                        context.options()
                                .compiler()
                                .map(compiler -> "correct -Agraphkernel.compiler=" + compiler
                                        + ", or remove it: the compiler that comes with graphkernel-processor needs no"
                                        + " option")
                                .orElse(COMPILER_DEPENDENCY));
            case WITHOUT_GPU -> reporter.report(position, Diagnostic.COMPILER_WITHOUT_GPU, failure.target(), details);
            case COMPILE_FAILED, LINK_FAILED -> {
                Diagnostic diagnostic = cause.kind() == ToolchainException.Kind.LINK_FAILED
                        ? Diagnostic.NATIVE_LINK_FAILED
                        : Diagnostic.NATIVE_COMPILE_FAILED;
                reporter.report(position, diagnostic, kernelClass.qualifiedName(), failure.target(), details, files);
            }
            case CACHE ->
                reporter.report(
                        position,
                        Diagnostic.CACHE_TROUBLE,
                        cause.getMessage(),
                        cause.details().get(0),
                        cause.details().get(1));
            case CACHE_UNSAFE ->
                reporter.report(
                        position,
                        Diagnostic.CACHE_UNSAFE,
                        cause.getMessage(),
                        cause.details().get(0),
                        cause.details().get(1),
                        cause.details().get(2));
        }
    }
}
