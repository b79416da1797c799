package io.graphkernel.processor;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.frontend.KernelClass;
import io.graphkernel.processor.option.LogLevel;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The classes in the build cache: one that was compiled before, by this compiler and with these options, takes the front end
 * alone.
 */
final class CompiledClasses {

    private final List<Target> targets;
    /** Of the classes that were not found. */
    private final Map<String, String> keys = new HashMap<>();

    CompiledClasses(List<Target> targets) {
        this.targets = targets;
    }

    /**
     * Whether classes may be taken from the cache: not where somebody looks at what the compiler does, or has a compiler of
     * his own, whose version nobody knows before it runs, or where nothing else asks for the cache.
     */
    static boolean areKept(Options options, List<Target> asked) {
        return options.savedGraphs() == 0
                && !options.logs(LogLevel.INFO)
                && options.compiler().isEmpty()
                && asked.stream().anyMatch(Target::usesBuildCache);
    }

    /**
     * A class from the cache.
     *
     * @throws ToolchainException if the cache cannot be used
     */
    Optional<CompiledClass> find(KernelClass kernelClass, Context context, NativeToolchain cache)
            throws ToolchainException {
        Optional<String> code = CompilerCode.of(targets);
        if (code.isEmpty()) {
            return Optional.empty();
        }
        String key = cache.key(ClassKey.of(code.get(), kernelClass, context.options()));
        Optional<byte[]> found = cache.find(key);
        if (found.isEmpty()) {
            keys.put(kernelClass.qualifiedName(), key);
        }
        return found.map(CompiledClass::of);
    }

    /** Whether a class that was not found is to be stored. */
    boolean isWanted(KernelClass kernelClass) {
        return keys.containsKey(kernelClass.qualifiedName());
    }

    /**
     * Stores a class that was not found.
     *
     * @throws ToolchainException if the cache cannot be used
     */
    void store(KernelClass kernelClass, CompiledClass compiled, NativeToolchain cache) throws ToolchainException {
        cache.store(keys.remove(kernelClass.qualifiedName()), compiled.bytes());
    }
}
