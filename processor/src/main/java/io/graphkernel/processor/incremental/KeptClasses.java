package io.graphkernel.processor.incremental;

import io.graphkernel.processor.diagnostic.DiagnosticReporter;
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
public final class KeptClasses {

    private final List<Target> targets;
    private final Options options;
    private final DiagnosticReporter reporter;
    private final Supplier<NativeToolchain> cache;
    /** Of the classes that were not found, by what they are read from. */
    private final Map<String, String> keysOfSources = new HashMap<>();
    /** Of the classes that were not found, by what the front end gives. */
    private final Map<String, String> keys = new HashMap<>();

    /**
     * The classes that some targets were compiled for.
     *
     * @param targets all targets
     * @param options of this compilation
     * @param reporter of this compilation
     * @param cache gives the tool-chain, which has the build cache; it is asked only if classes are kept
     */
    public KeptClasses(
            List<Target> targets, Options options, DiagnosticReporter reporter, Supplier<NativeToolchain> cache) {
        this.targets = targets;
        this.options = options;
        this.reporter = reporter;
        this.cache = cache;
    }

    /**
     * The hash of the compiler, if classes may be taken from the cache: not where somebody looks at what the compiler does, or
     * has a compiler or a toolkit of his own, whose version nobody knows before it runs, or where nothing else asks for the cache.
     */
    private Optional<String> code() {
        boolean kept = options.savedGraphs() == 0
                && !options.logs(LogLevel.INFO)
                && options.compiler().isEmpty()
                && options.binaries().isEmpty()
                && targets.stream()
                        .anyMatch(target -> options.targets().contains(target.id()) && target.usesBuildCache());
        return kept ? CompilerCode.of(targets) : Optional.empty();
    }

    /**
     * A class from the cache, before it is read.
     *
     * @param type the class
     * @param sources gives what it is read from, if that is known
     * @return empty if it is not there
     */
    public Optional<KeptClass> find(KernelType type, Supplier<Optional<String>> sources) {
        Optional<String> code = code();
        Optional<String> known = code.isPresent() ? sources.get() : Optional.empty();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        try {
            String key = cache.get().key(ClassKey.of(code.get(), known.get(), options));
            Optional<byte[]> entry = cache.get().find(key);
            Optional<byte[]> found = entry.isPresent() ? cache.get().find(text(entry.get())) : Optional.empty();
            if (found.isEmpty()) {
                keysOfSources.put(type.qualifiedName(), key);
            }
            return found.map(KeptClass::of);
        } catch (ToolchainException e) {
            // The targets ask the same cache for their libraries, and report it.
            return Optional.empty();
        }
    }

    /**
     * A class from the cache, after it was read.
     *
     * @param kernelClass the class
     * @return empty if it is not there
     */
    public Optional<KeptClass> find(KernelClass kernelClass) {
        Optional<String> code = code();
        if (code.isEmpty()) {
            return Optional.empty();
        }
        try {
            String key = cache.get().key(ClassKey.of(code.get(), kernelClass, options));
            Optional<byte[]> found = cache.get().find(key);
            if (found.isPresent()) {
                storeSources(kernelClass, key);
            } else {
                keys.put(kernelClass.qualifiedName(), key);
            }
            return found.map(KeptClass::of);
        } catch (ToolchainException e) {
            // The targets ask the same cache for their libraries, and report it.
            return Optional.empty();
        }
    }

    /**
     * Whether a class that was not found is to be stored.
     *
     * @param kernelClass the class
     * @return false also if nothing is kept
     */
    public boolean isWanted(KernelClass kernelClass) {
        return keys.containsKey(kernelClass.qualifiedName());
    }

    /**
     * Stores a class that was not found.
     *
     * @param kernelClass a class that is wanted
     * @param compiled its files
     * @throws ToolchainException if the cache cannot be written
     */
    public void store(KernelClass kernelClass, KeptClass compiled) throws ToolchainException {
        String key = keys.remove(kernelClass.qualifiedName());
        cache.get().store(key, compiled.bytes());
        storeSources(kernelClass, key);
    }

    private void storeSources(KernelClass kernelClass, String key) throws ToolchainException {
        String sources = keysOfSources.remove(kernelClass.qualifiedName());
        if (sources != null && reporter.isSilent()) {
            cache.get().store(sources, key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
