package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Builds the kernel libraries of a class and reports what goes wrong. */
final class NativeBuild {

    private NativeToolchain toolchain;

    Optional<SortedMap<Platform, byte[]>> build(KernelClass kernelClass, String tag, String source, Context context) {
        Set<Platform> platforms = platforms(context.options());
        if (platforms.isEmpty()) {
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
                            "kernels are built for " + names + " only");
            return Optional.empty();
        }
        try {
            KernelSource file = new KernelSource(tag, fileName(kernelClass), source);
            return Optional.of(toolchain(context.options()).buildAll(file, platforms));
        } catch (ToolchainException e) {
            report(e, kernelClass, platforms, context);
            return Optional.empty();
        }
    }

    private static Set<Platform> platforms(Options options) {
        Set<Platform> platforms = new TreeSet<>();
        options.platforms().forEach(name -> Platform.byName(name).ifPresent(platforms::add));
        if (options.platforms().isEmpty()) {
            Platform.host().ifPresent(platforms::add);
        }
        return platforms;
    }

    private NativeToolchain toolchain(Options options) {
        if (toolchain == null) {
            Path cache = options.cacheDir()
                    .orElseGet(() -> NativeToolchain.Settings.defaults().cacheDirectory());
            toolchain = new NativeToolchain(new NativeToolchain.Settings(cache, options.compiler()));
        }
        return toolchain;
    }

    /** The compiler's messages name this file; letters that file systems or tools may not take become underscores. */
    private static String fileName(KernelClass kernelClass) {
        return kernelClass.simpleName().replaceAll("[^A-Za-z0-9_]", "_") + ".c";
    }

    private static void report(
            ToolchainException failure, KernelClass kernelClass, Set<Platform> platforms, Context context) {
        String targets =
                String.join(", ", platforms.stream().map(Platform::platformName).toList());
        String details = failure.getMessage() + "\n" + String.join("\n", failure.details());
        String files = failure.reproduction()
                .map(kept -> kept.source() + "; to see it again, run " + kept.command())
                .orElse("the messages above");
        var reporter = context.reporter();
        var position = kernelClass.position();
        switch (failure.kind()) {
            case UNAVAILABLE -> reporter.report(position, Diagnostic.TOOLCHAIN_UNAVAILABLE, targets, details);
            case COMPILE_FAILED ->
                reporter.report(
                        position,
                        Diagnostic.NATIVE_COMPILE_FAILED,
                        kernelClass.qualifiedName(),
                        targets,
                        details,
                        files);
            case LINK_FAILED ->
                reporter.report(
                        position, Diagnostic.NATIVE_LINK_FAILED, kernelClass.qualifiedName(), targets, details, files);
            default ->
                reporter.report(
                        position,
                        Diagnostic.CACHE_TROUBLE,
                        context.options().cacheDir().map(Path::toString).orElse("of this user"),
                        details);
        }
    }
}
