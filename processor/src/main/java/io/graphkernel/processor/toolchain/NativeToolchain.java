package io.graphkernel.processor.toolchain;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.common.files.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Toolchain from C sources to shared libraries, which come from the build cache or from clang and lld.
 *
 * <p>Builds are reproducible on every machine and in every directory. Instances are thread-safe, and together start at
 * most as many processes as there are processors.
 */
public final class NativeToolchain {
    /**
     * Settings of a toolchain.
     *
     * @param cacheDirectory the directory of the build cache, created if absent
     * @param compiler clang to use in place of the embedded one, which builds for the host only
     */
    public record Settings(Path cacheDirectory, Optional<Path> compiler) {
        public Settings {
            Objects.requireNonNull(cacheDirectory, "cacheDirectory");
            Objects.requireNonNull(compiler, "compiler");
        }

        /** Returns the embedded compiler and the current user's cache directory. */
        public static Settings defaults() {
            return new Settings(userCache(), Optional.empty());
        }

        /**
         * Returns true if the user has no writable home directory, so that {@link #defaults} are in the directory of
         * temporary files.
         */
        public static boolean areTemporary() {
            return UserCache.current().isTemporary();
        }

        static Path userCache() {
            try {
                return UserCache.current().directory();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final CachedBuilds builds;
    private final HeaderSet headers = new HeaderSet();

    public NativeToolchain(Settings settings) {
        this(
                settings.cacheDirectory(),
                settings.compiler().<Compiler>map(ExternalCompiler::new).orElseGet(EmbeddedLlvm::new));
    }

    NativeToolchain(Path cacheDirectory, Compiler compiler) {
        this.builds = new CachedBuilds(new BuildCache(cacheDirectory), compiler);
    }

    /**
     * Builds the kernel library of one platform, with a variant for each of the platform's instruction sets.
     *
     * @return the bytes of the shared library
     * @throws ToolchainException if no compiler is usable, the source is invalid or the cache cannot be used
     */
    public byte[] build(KernelSource source, Platform platform) throws ToolchainException {
        return builds.get(kernelLibrary(source, headers.includedBy(source.text()), platform));
    }

    /**
     * Builds a kernel library for several platforms in parallel.
     *
     * @return the bytes of each library, in the order of the platforms
     * @throws ToolchainException as {@link #build}, for the first platform that fails
     */
    public SortedMap<Platform, byte[]> buildAll(KernelSource source, Set<Platform> platforms)
            throws ToolchainException {
        SortedMap<String, byte[]> included = headers.includedBy(source.text());
        return builds.getAll(platforms, platform -> kernelLibrary(source, included, platform));
    }

    /**
     * Builds the library of a class for several platforms in parallel. Cached kernels, of any class, are not
     * recompiled.
     *
     * @param instructionSets variants by platform, from the weakest to the strongest
     * @return the bytes of each library, in the order of the platforms
     * @throws ToolchainException as {@link #build}, for the first platform that fails
     */
    public SortedMap<Platform, byte[]> buildAll(
            SourcePartition kernels, Set<Platform> platforms, Function<Platform, List<InstructionSet>> instructionSets)
            throws ToolchainException {
        SortedMap<String, byte[]> included = kernelHeaders();
        SortedMap<String, byte[]> further =
                new TreeMap<>(headers.includedBy(kernels.source().text()));
        further.keySet().removeAll(included.keySet());
        try {
            return builds.getAll(
                    platforms,
                    platform -> new ClassLibraryBuild(
                            kernels, platform, instructionSets.apply(platform), included, further, builds));
        } finally {
            awaitHeaders();
        }
    }

    /**
     * Starts to precompile the kernel header, which takes longer than a few kernels, before their sources are known.
     * {@link #awaitHeaders} waits for it, as does each {@link #buildAll} that compiles.
     *
     * @param instructionSets variants, see {@link #buildAll}
     */
    @SuppressWarnings("FutureReturnValueIgnored") // The build that needs a header awaits it and reports its failure.
    public void prepareHeaders(Set<Platform> platforms, Function<Platform, List<InstructionSet>> instructionSets) {
        SortedMap<String, byte[]> included;
        try {
            included = kernelHeaders();
        } catch (ToolchainException e) {
            // The build needs them too, and reports the failure.
            return;
        }
        for (Platform platform : platforms) {
            instructionSets
                    .apply(platform)
                    .forEach(set -> builds.header(new PrecompiledHeader(platform, set, included)));
        }
    }

    /** Waits until no thread precompiles headers. */
    public void awaitHeaders() {
        builds.awaitHeaders();
    }

    private SortedMap<String, byte[]> kernelHeaders() throws ToolchainException {
        return headers.includedBy("#include \"" + PrecompiledHeader.HEADER + "\"");
    }

    /**
     * Builds a library other than a kernel library: it is compiled once, for every processor of the platform, and
     * exports the functions marked in the source.
     *
     * @param stem base name of the library, without the prefix and suffix of the platform
     * @param fileName source file name, see {@link KernelSource}
     * @param text the C source
     * @return the bytes of the shared library
     * @throws ToolchainException as {@link #build}
     */
    public byte[] buildBaseline(String stem, String fileName, String text, Platform platform)
            throws ToolchainException {
        return builds.get(new LibraryBuild(
                stem, fileName, text, headers.includedBy(text), List.of(), platform, List.of(InstructionSet.BASELINE)));
    }

    /**
     * Inlines the headers of a GPU source, for drivers without access to files.
     *
     * @param text OpenCL C; includes with quotes find the headers of the kernel ABI
     * @return source with inlined headers, without unused parts
     * @throws ToolchainException if the headers cannot be read
     */
    public String complete(String text) throws ToolchainException {
        return headers.inlined(text);
    }

    /**
     * Compiles a GPU source for CUDA.
     *
     * @param fileName a plain ASCII file name such as {@code MyOps.cl}; compiler messages name it
     * @param text OpenCL C that includes nothing, see {@link #complete}
     * @param architecture the first GPUs that run it
     * @return self-contained PTX module
     * @throws ToolchainException as {@link #build}
     */
    public String buildPtx(String fileName, String text, PtxArchitecture architecture) throws ToolchainException {
        return new String(builds.get(new PtxBuild(fileName, text, architecture)), StandardCharsets.US_ASCII);
    }

    /**
     * Compiles an Ascend C source with the CANN toolkit of this machine.
     *
     * @param fileName source file name, see {@link #buildPtx}
     * @param text Ascend C
     * @param architecture {@code NPU_ARCH}
     * @return binary that AscendCL loads on such chips
     * @throws ToolchainException if the toolkit is missing or rejects the source
     */
    public byte[] buildAscend(String fileName, String text, String architecture) throws ToolchainException {
        return builds.get(new AscendBuild(fileName, text, Long.parseLong(architecture), AscendBuild.ofThisMachine()));
    }

    /**
     * Returns a key for other content of the build cache.
     *
     * @param content hash of all inputs except the C compiler
     * @return the key for {@link #find} and {@link #store}
     * @throws ToolchainException if no compiler is usable
     */
    public String key(String content) throws ToolchainException {
        return new Digests().add(content).add(builds.compilerIdentity()).hexadecimal();
    }

    /**
     * Looks up an entry of the build cache.
     *
     * @param key key from {@link #key}
     * @return the content; empty if it is missing or damaged
     * @throws ToolchainException if the cache cannot be used
     */
    public Optional<byte[]> find(String key) throws ToolchainException {
        return builds.find(key);
    }

    /**
     * Stores an entry in the build cache.
     *
     * @param key key from {@link #key}
     * @param content content of the entry
     * @throws ToolchainException if the cache cannot be used
     */
    public void store(String key, byte[] content) throws ToolchainException {
        builds.store(key, content);
    }

    private static LibraryBuild kernelLibrary(
            KernelSource source, SortedMap<String, byte[]> included, Platform platform) {
        return new LibraryBuild(
                "gk_" + source.tag(),
                source.fileName(),
                source.text(),
                included,
                List.of("-DGK_TAG=" + source.tag()),
                platform,
                platform.instructionSets());
    }
}
