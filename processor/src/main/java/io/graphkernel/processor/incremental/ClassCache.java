package io.graphkernel.processor.incremental;

import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.kernel.KernelClass;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
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
import java.util.function.Function;
import java.util.function.Supplier;
import javax.annotation.processing.Filer;

/**
 * Cache of compiled classes, within the build cache. One entry stores the files of a class, keyed by the front end's
 * output. A second one maps the sources of a class to that key, so that an unchanged class is not read. The second
 * entry exists only if reading reported no message, since messages are not replayed.
 */
public final class ClassCache {

    private final List<Target> targets;
    private final Options options;
    private final DiagnosticReporter reporter;
    private final Function<KernelClassDeclaration, NativeToolchain> toolchain;
    private final ClassPathIdentity classPath;
    /** Keys by source fingerprint, for classes without an entry. */
    private final Map<String, String> keysOfSources = new HashMap<>();
    /** Keys of class files by class, see {@link #stubKey}. */
    private final Map<String, String> stubKeys = new HashMap<>();
    /** Keys by front end output, for classes without an entry. */
    private final Map<String, String> keys = new HashMap<>();

    /**
     * Creates the cache for the compilation to some targets.
     *
     * @param targets all targets
     * @param options options of this compilation
     * @param reporter reporter of this compilation
     * @param toolchain function from the class that needs it to the toolchain with the build cache, called only if
     *     classes are cached
     * @param filer javac's filer
     */
    public ClassCache(
            List<Target> targets,
            Options options,
            DiagnosticReporter reporter,
            Function<KernelClassDeclaration, NativeToolchain> toolchain,
            Filer filer) {
        this.targets = targets;
        this.options = options;
        this.reporter = reporter;
        this.toolchain = toolchain;
        this.classPath = new ClassPathIdentity(filer);
    }

    /**
     * Returns the fingerprint of the compiler if the cache may be used. It is disabled if compiler output is inspected,
     * if a custom compiler or toolkit of unknown version is used, or if no target uses the build cache.
     */
    private Optional<String> code() {
        boolean kept = options.savedGraphs() == 0
                && !options.logs(LogLevel.INFO)
                && options.compiler().isEmpty()
                && options.targets().binaries().isEmpty()
                && targets.stream()
                        .anyMatch(target -> options.targets().ids().contains(target.id()) && target.usesBuildCache());
        return kept ? CompilerFingerprint.of(targets) : Optional.empty();
    }

    /**
     * Looks up a class before it is read.
     *
     * @param type the class
     * @param sources supplier of the source fingerprint, if known
     * @return the cached class; empty if there is none
     */
    public Optional<CachedClass> find(KernelClassDeclaration type, Supplier<Optional<String>> sources) {
        Optional<String> code = code();
        Optional<String> known = code.isPresent() ? sources.get() : Optional.empty();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        try {
            NativeToolchain cache = toolchain.apply(type);
            String key = cache.key(ClassKey.of(code.get(), known.get(), options));
            if (classPath.text().isPresent()) {
                stubKeys.put(
                        type.qualifiedName(), cache.key(key + classPath.text().get()));
            }
            Optional<byte[]> entry = cache.find(key);
            Optional<byte[]> found = entry.isPresent() ? cache.find(text(entry.get())) : Optional.empty();
            if (found.isEmpty()) {
                keysOfSources.put(type.qualifiedName(), key);
            }
            return found.map(CachedClass::of);
        } catch (ToolchainException e) {
            // The targets use the same cache for their libraries, and report the failure.
            return Optional.empty();
        }
    }

    /**
     * Returns the key of the class files of a class's stub, which javac generates with the runtime of the class path.
     *
     * @param type a class that was looked up before it was read
     * @return the key of {@link StubClassFiles}; empty if an input is unknown
     */
    public Optional<String> stubKey(KernelClassDeclaration type) {
        return Optional.ofNullable(stubKeys.get(type.qualifiedName()));
    }

    /**
     * Looks up a class after it was read.
     *
     * @param kernelClass the class
     * @return the cached class; empty if there is none
     */
    public Optional<CachedClass> find(KernelClass kernelClass) {
        Optional<String> code = code();
        if (code.isEmpty()) {
            return Optional.empty();
        }
        try {
            NativeToolchain cache = toolchain.apply(kernelClass.type());
            String key = cache.key(ClassKey.of(code.get(), kernelClass, options));
            Optional<byte[]> found = cache.find(key);
            if (found.isPresent()) {
                storeSources(kernelClass, key);
            } else {
                keys.put(kernelClass.qualifiedName(), key);
            }
            return found.map(CachedClass::of);
        } catch (ToolchainException e) {
            // The targets use the same cache for their libraries, and report the failure.
            return Optional.empty();
        }
    }

    /**
     * Returns true if a class without an entry is to be stored.
     *
     * @param kernelClass the class
     * @return false also if the cache is disabled
     */
    public boolean isWanted(KernelClass kernelClass) {
        return keys.containsKey(kernelClass.qualifiedName());
    }

    /**
     * Stores a class without an entry.
     *
     * @param kernelClass a class for which {@link #isWanted} is true
     * @param compiled its files
     * @throws ToolchainException if the cache cannot be written
     */
    public void store(KernelClass kernelClass, CachedClass compiled) throws ToolchainException {
        String key = keys.remove(kernelClass.qualifiedName());
        toolchain.apply(kernelClass.type()).store(key, compiled.bytes());
        storeSources(kernelClass, key);
    }

    private void storeSources(KernelClass kernelClass, String key) throws ToolchainException {
        String sources = keysOfSources.remove(kernelClass.qualifiedName());
        if (sources != null && reporter.isSilent()) {
            toolchain.apply(kernelClass.type()).store(sources, key.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
