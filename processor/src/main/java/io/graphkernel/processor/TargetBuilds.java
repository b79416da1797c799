package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Tasks;
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

/** Builds the kernels of a class for every target, side by side, and reports what goes wrong. */
final class TargetBuilds {

    private static final String COMPILER_DEPENDENCY = "name graphkernel-processor in annotationProcessorPaths, which"
            + " brings the compiler; elsewhere add org.bytedeco:llvm with the host's classifier to the processor path, or"
            + " name a clang with -Agraphkernel.compiler=/path/to/clang";

    /** What was not built, by the name that a message gives to it, and why. */
    private record Failure(String target, ToolchainException cause) {
        /** Whether one message says it of both builds: the compiler itself is missing, or the cache. */
        boolean sameAs(Failure other) {
            return cause.kind() == other.cause.kind()
                    && cause.getMessage().equals(other.cause.getMessage())
                    && cause.details().equals(other.cause.details());
        }

        Failure and(Failure other) {
            return new Failure(target + ", " + other.target, cause);
        }
    }

    private NativeToolchain toolchain;
    private boolean unpackingSaid;

    /**
     * What several targets make, each in a thread of its own.
     *
     * @param tasks by target, in their order
     */
    record Pending(Map<Target, CompletableFuture<TargetFiles>> tasks) {}

    /** Begins what takes as long for any class. {@link #start} or {@link #endPreparation} follows. */
    void prepare(KernelType type, List<Target> targets, Context context) {
        NativeToolchain tools = toolchain(type, targets, context);
        if (context.options().compiler().isEmpty()
                && targets.stream().anyMatch(Target::usesBuildCache)
                && !unpackingSaid
                && !EmbeddedLlvm.isUnpacked()) {
            unpackingSaid = true;
            context.reporter().report(type.position(), Diagnostic.UNPACKING, EmbeddedLlvm.directory());
        }
        targets.forEach(target -> target.prepare(tools, context.options()));
    }

    /** Waits for what was begun for a class that is not built. */
    void endPreparation() {
        toolchain.awaitHeaders();
    }

    /**
     * Starts to build for several targets.
     *
     * @param targets what to build for
     * @param tag makes the symbols of the libraries unique
     * @return what {@link #finish} waits for
     */
    Pending start(
            KernelType type,
            List<Target> targets,
            ClassKernels kernels,
            KernelSources sources,
            String tag,
            Context context) {
        NativeToolchain tools = toolchain(type, targets, context);
        Map<Target, CompletableFuture<TargetFiles>> pending = new LinkedHashMap<>();
        for (Target target : targets) {
            TargetBuild build = new TargetBuild(kernels, sources.of(target), tag, context.options(), tools);
            pending.put(
                    target, Tasks.start(Tasks.inThread("graphkernel-build-" + target.id()), () -> target.build(build)));
        }
        return new Pending(pending);
    }

    /**
     * Waits for the targets of a class.
     *
     * @return what each target has made, in their order; empty if something failed, which is reported
     * @throws IllegalStateException for a defect, after all have ended and what failed is reported
     */
    Optional<Map<Target, TargetFiles>> finish(Pending pending, KernelType type, Context context) {
        Map<Target, TargetFiles> built = new LinkedHashMap<>();
        List<Failure> failures = new ArrayList<>();
        IllegalStateException unexpected = null;
        // All are waited for, whatever one throws: they write into directories that may go when javac ends.
        for (Map.Entry<Target, CompletableFuture<TargetFiles>> each :
                pending.tasks().entrySet()) {
            try {
                built.put(each.getKey(), result(each.getValue()));
            } catch (ToolchainException e) {
                failures.add(new Failure(each.getKey().buildName(context.options()), e));
            } catch (IllegalStateException e) {
                if (unexpected == null) {
                    unexpected = e;
                } else {
                    unexpected.addSuppressed(e);
                }
            }
        }
        merged(failures).forEach(failure -> report(failure, type, context));
        if (unexpected != null) {
            throw unexpected;
        }
        return failures.isEmpty() ? Optional.of(built) : Optional.empty();
    }

    private static TargetFiles result(CompletableFuture<TargetFiles> task) throws ToolchainException {
        try {
            return Tasks.result(task);
        } catch (CompletionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In the order of the builds' names. */
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
     * Reports that something other than a target failed.
     *
     * @param built what was not built
     */
    void report(String built, ToolchainException cause, KernelType type, Context context) {
        report(new Failure(built, cause), type, context);
    }

    /** The tool-chain of this compilation. */
    NativeToolchain toolchain(KernelType type, List<Target> targets, Context context) {
        if (toolchain == null) {
            Options options = context.options();
            NativeToolchain.Settings defaults = NativeToolchain.Settings.defaults();
            toolchain = new NativeToolchain(new NativeToolchain.Settings(
                    options.cacheDir().orElse(defaults.cacheDirectory()), options.compiler()));
            if (targets.stream().anyMatch(Target::usesBuildCache) && NativeToolchain.Settings.areTemporary()) {
                context.reporter().report(type.position(), Diagnostic.CACHE_TEMPORARY, defaults.cacheDirectory());
            }
        }
        return toolchain;
    }

    private static void report(Failure failure, KernelType type, Context context) {
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
