package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The classes in the build cache. One entry has the files of a class, by what the front end gives. Another one leads to it from
 * what the class is read from, so that a class that nobody has changed is not read: such an entry is made where reading it has
 * reported nothing, since nothing is reported again.
 */
final class CompiledClasses {

    private final List<Target> targets;
    private final TargetBuilds builds;
    /** Of the classes that were not found, by what they are read from. */
    private final Map<String, String> keysOfSources = new HashMap<>();
    /** Of the classes that were not found, by what the front end gives. */
    private final Map<String, String> keys = new HashMap<>();

    /**
     * The classes that some targets were compiled for.
     *
     * @param targets all targets
     * @param builds of this compilation: its tool-chain has the cache
     */
    CompiledClasses(List<Target> targets, TargetBuilds builds) {
        this.targets = targets;
        this.builds = builds;
    }

    /**
     * Whether classes may be taken from the cache: not where somebody looks at what the compiler does, or has a compiler of
     * his own, whose version nobody knows before it runs, or where nothing else asks for the cache.
     */
    private boolean areKept(Options options) {
        return options.savedGraphs() == 0
                && !options.logs(LogLevel.INFO)
                && options.compiler().isEmpty()
                && targets.stream()
                        .anyMatch(target -> options.targets().contains(target.id()) && target.usesBuildCache());
    }

    /** The hash of the compiler, if classes are kept. */
    private Optional<String> code(Context context) {
        return areKept(context.options()) ? CompilerCode.of(targets) : Optional.empty();
    }

    private NativeToolchain cache(KernelType type, Context context) {
        return builds.toolchain(type, targets, context);
    }

    /**
     * A class from the cache, before it is read.
     *
     * @param sources gives what it is read from, if that is known
     */
    Optional<CompiledClass> find(KernelType type, Supplier<Optional<String>> sources, Context context) {
        Optional<String> code = code(context);
        Optional<String> known = code.isPresent() ? sources.get() : Optional.empty();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        NativeToolchain cache = cache(type, context);
        try {
            String key = cache.key(ClassKey.of(code.get(), known.get(), context.options()));
            Optional<byte[]> entry = cache.find(key);
            Optional<byte[]> found = entry.isPresent() ? cache.find(text(entry.get())) : Optional.empty();
            if (found.isEmpty()) {
                keysOfSources.put(type.qualifiedName(), key);
            }
            return found.map(CompiledClass::of);
        } catch (ToolchainException e) {
            // The targets ask the same cache for their libraries, and report it.
            return Optional.empty();
        }
    }

    /** A class from the cache, after it was read. */
    Optional<CompiledClass> find(KernelClass kernelClass, Context context) {
        Optional<String> code = code(context);
        if (code.isEmpty()) {
            return Optional.empty();
        }
        NativeToolchain cache = cache(kernelClass.type(), context);
        try {
            String key = cache.key(ClassKey.of(code.get(), kernelClass, context.options()));
            Optional<byte[]> found = cache.find(key);
            if (found.isPresent()) {
                storeSources(kernelClass, key, context);
            } else {
                keys.put(kernelClass.qualifiedName(), key);
            }
            return found.map(CompiledClass::of);
        } catch (ToolchainException e) {
            // The targets ask the same cache for their libraries, and report it.
            return Optional.empty();
        }
    }

    /** Whether a class that was not found is to be stored. */
    boolean isWanted(KernelClass kernelClass) {
        return keys.containsKey(kernelClass.qualifiedName());
    }

    /** Stores a class that was not found. */
    void store(KernelClass kernelClass, CompiledClass compiled, Context context) {
        String key = keys.remove(kernelClass.qualifiedName());
        try {
            cache(kernelClass.type(), context).store(key, compiled.bytes());
            storeSources(kernelClass, key, context);
        } catch (ToolchainException e) {
            builds.report("the class", e, kernelClass.type(), context);
        }
    }

    private void storeSources(KernelClass kernelClass, String key, Context context) throws ToolchainException {
        String sources = keysOfSources.remove(kernelClass.qualifiedName());
        if (sources != null && context.reporter().isSilent()) {
            cache(kernelClass.type(), context).store(sources, key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
