package io.graphkernel.processor.build;

import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.AsyncTasks;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Parallel builds of a class's kernels for all targets, with error reporting. */
public final class TargetBuilds {

    private static final String COMPILER_DEPENDENCY = "name graphkernel-processor in annotationProcessorPaths, which"
            + " brings the compiler; elsewhere add org.bytedeco:llvm with the host's classifier to the processor path, or"
            + " name a clang with -Agraphkernel.compiler=/path/to/clang";

    /** Failed build: the target's name for messages, and the cause. */
    private record Failure(String target, ToolchainException cause) {
        /** Returns true if one message covers both failures, such as a missing compiler or an unusable cache. */
        boolean sameAs(Failure other) {
            return cause.kind() == other.cause.kind()
                    && cause.getMessage().equals(other.cause.getMessage())
                    && cause.details().equals(other.cause.details());
        }

        Failure and(Failure other) {
            return new Failure(target + ", " + other.target, cause);
        }
    }

    private final List<Target> requested;
    private final Context context;
    /** Null before the first class. */
    private NativeToolchain toolchain;

    private boolean unpackingSaid;

    /**
     * Creates the builds of one javac invocation.
     *
     * @param requested requested targets
     * @param context options and services
     */
    public TargetBuilds(List<Target> requested, Context context) {
        this.requested = requested;
        this.context = context;
    }

    /**
     * Pending builds of several targets, each in its own thread.
     *
     * @param tasks tasks by target, in target order
     */
    public record Pending(Map<Target, CompletableFuture<TargetFiles>> tasks) {}

    /**
     * Starts preparations that are the same for every class. A call of {@link #start} or {@link #endPreparation}
     * follows.
     */
    public void prepare(KernelClassDeclaration type) {
        NativeToolchain tools = toolchain(type);
        if (context.options().compiler().isEmpty()
                && requested.stream().anyMatch(Target::usesBuildCache)
                && !unpackingSaid
                && !EmbeddedLlvm.isUnpacked()) {
            unpackingSaid = true;
            context.reporter().report(type.position(), Diagnostic.UNPACKING, EmbeddedLlvm.directory());
        }
        requested.forEach(target -> target.prepare(tools, context.options()));
    }

    /** Waits for the preparations if the class is not built. */
    public void endPreparation() {
        toolchain.awaitHeaders();
    }

    /**
     * Starts the builds for several targets.
     *
     * @param targets targets to build for
     * @param tag suffix that makes the symbols of the libraries unique
     * @return the pending builds for {@link #finish}
     */
    public Pending start(
            KernelClassDeclaration type,
            List<Target> targets,
            ClassKernels kernels,
            KernelSources sources,
            String tag) {
        NativeToolchain tools = toolchain(type);
        Map<Target, CompletableFuture<TargetFiles>> pending = new LinkedHashMap<>();
        for (Target target : targets) {
            TargetBuild build = new TargetBuild(kernels, sources.of(target), tag, context.options(), tools);
            pending.put(
                    target,
                    AsyncTasks.start(
                            AsyncTasks.inThread("graphkernel-build-" + target.id()), () -> timedBuild(target, build)));
        }
        return new Pending(pending);
    }

    private TargetFiles timedBuild(Target target, TargetBuild build) throws ToolchainException, IOException {
        try (PhaseTimes.Timer timer = context.times().startBuild(target.id())) {
            return target.build(build);
        }
    }

    /**
     * Waits for the builds of a class.
     *
     * @return output files by target, in target order; empty after a failure, which is reported
     * @throws IllegalStateException for an internal error, after all builds have completed and failures are reported
     */
    public Optional<Map<Target, TargetFiles>> finish(Pending pending, KernelClassDeclaration type) {
        Map<Target, TargetFiles> built = new LinkedHashMap<>();
        List<Failure> failures = new ArrayList<>();
        IllegalStateException unexpected = null;
        // Waits for all tasks even after an exception: they write into directories that may be deleted when javac ends.
        for (Map.Entry<Target, CompletableFuture<TargetFiles>> entry :
                pending.tasks().entrySet()) {
            try {
                built.put(entry.getKey(), result(entry.getValue()));
            } catch (ToolchainException e) {
                failures.add(new Failure(entry.getKey().buildName(context.options()), e));
            } catch (IllegalStateException e) {
                if (unexpected == null) {
                    unexpected = e;
                } else {
                    unexpected.addSuppressed(e);
                }
            }
        }
        merged(failures).forEach(failure -> report(failure, type));
        if (unexpected != null) {
            throw unexpected;
        }
        return failures.isEmpty() ? Optional.of(built) : Optional.empty();
    }

    private static TargetFiles result(CompletableFuture<TargetFiles> task) throws ToolchainException {
        try {
            return AsyncTasks.result(task);
        } catch (CompletionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the failures in order of target names, with duplicates merged. */
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

    /**
     * Reports the failure of a build other than a target's.
     *
     * @param built description of the failed build
     */
    public void report(String built, ToolchainException cause, KernelClassDeclaration type) {
        report(new Failure(built, cause), type);
    }

    /**
     * Returns the toolchain of this compilation.
     *
     * @param type the class that needs it, for messages about its settings
     */
    public NativeToolchain toolchain(KernelClassDeclaration type) {
        if (toolchain == null) {
            Options options = context.options();
            NativeToolchain.Settings defaults = NativeToolchain.Settings.defaults();
            toolchain = new NativeToolchain(new NativeToolchain.Settings(
                    options.cacheDir().orElse(defaults.cacheDirectory()), options.compiler()));
            if (requested.stream().anyMatch(Target::usesBuildCache) && NativeToolchain.Settings.areTemporary()) {
                context.reporter().report(type.position(), Diagnostic.CACHE_TEMPORARY, defaults.cacheDirectory());
            }
        }
        return toolchain;
    }

    private void report(Failure failure, KernelClassDeclaration type) {
        ToolchainException cause = failure.cause();
        String reasons = String.join("\n", cause.details());
        String details = cause.getMessage() + "\n" + reasons;
        String files = cause.reproduction()
                .map(kept -> kept.source() + "; to see it again, run " + kept.command())
                .orElse("the messages above");
        var reporter = context.reporter();
        var position = type.position();
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
            case UNKNOWN_HOST ->
                reporter.report(
                        position,
                        Diagnostic.TOOLCHAIN_UNAVAILABLE,
                        cause.getMessage(),
                        cause.details().get(0),
                        cause.details().get(1));
            case WITHOUT_TOOLKIT ->
                reporter.report(
                        position,
                        Diagnostic.BINARIES_WITHOUT_TOOLKIT,
                        type.qualifiedName(),
                        failure.target(),
                        cause.getMessage());
            case WITHOUT_GPU -> reporter.report(position, Diagnostic.COMPILER_WITHOUT_GPU, failure.target(), details);
            case COMPILE_FAILED, LINK_FAILED -> {
                Diagnostic diagnostic = cause.kind() == ToolchainException.Kind.LINK_FAILED
                        ? Diagnostic.NATIVE_LINK_FAILED
                        : Diagnostic.NATIVE_COMPILE_FAILED;
                reporter.report(position, diagnostic, type.qualifiedName(), failure.target(), details, files);
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
