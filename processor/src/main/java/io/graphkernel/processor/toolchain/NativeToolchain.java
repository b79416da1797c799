package io.graphkernel.processor.toolchain;

import io.graphkernel.files.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Turns C sources into shared libraries: from the build cache if they were built before, else with clang and lld.
 *
 * <p>The same source gives the same bytes on every machine and in every directory. Instances are safe for use by
 * several threads, which together start no more processes at a time than there are processors.
 */
public final class NativeToolchain {
    /**
     * Where a tool-chain works and with what.
     *
     * @param cacheDirectory the directory of the build cache, created if absent
     * @param compiler a clang to use in place of the embedded one; it builds for the host alone
     */
    public record Settings(Path cacheDirectory, Optional<Path> compiler) {
        public Settings {
            Objects.requireNonNull(cacheDirectory, "cacheDirectory");
            Objects.requireNonNull(compiler, "compiler");
        }

        /** The embedded compiler and the current user's cache directory. */
        public static Settings defaults() {
            return new Settings(userCache(), Optional.empty());
        }

        /** Whether the user has no home directory to write to, so that {@link #defaults} are among the temporary files. */
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
     * @throws ToolchainException if there is no usable compiler, the source is wrong or the cache cannot be used
     */
    public byte[] build(KernelSource source, Platform platform) throws ToolchainException {
        return builds.get(kernelLibrary(source, headers.includedBy(source.text()), platform));
    }

    /**
     * Builds a kernel library for several platforms side by side.
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
     * Builds the library of a class for several platforms side by side. Kernels that were compiled before, for any class,
     * are not compiled again.
     *
     * @param instructionSets the variants that the library of a platform holds, from the weakest to the strongest
     * @return the bytes of each library, in the order of the platforms
     * @throws ToolchainException as {@link #build}, for the first platform that fails
     */
    public SortedMap<Platform, byte[]> buildAll(
            KernelParts kernels, Set<Platform> platforms, Function<Platform, List<InstructionSet>> instructionSets)
            throws ToolchainException {
        SortedMap<String, byte[]> included = kernelHeaders();
        try {
            return builds.getAll(
                    platforms,
                    platform -> new ClassLibraryBuild(
                            kernels, platform, instructionSets.apply(platform), included, builds));
        } finally {
            awaitHeaders();
        }
    }

    /**
     * Begins to parse the header of kernels, which takes longer than to compile a few of them, before their texts are known.
     * {@link #awaitHeaders} waits for it, as does each {@link #buildAll} that compiles.
     *
     * @param instructionSets as in {@link #buildAll}
     */
    public void prepareHeaders(Set<Platform> platforms, Function<Platform, List<InstructionSet>> instructionSets) {
        SortedMap<String, byte[]> included;
        try {
            included = kernelHeaders();
        } catch (ToolchainException e) {
            // The build needs them too, and reports it.
            return;
        }
        for (Platform platform : platforms) {
            instructionSets
                    .apply(platform)
                    .forEach(set -> builds.header(new PrecompiledHeader(platform, set, included)));
        }
    }

    /** Waits until no thread parses headers any more. */
    public void awaitHeaders() {
        builds.awaitHeaders();
    }

    private SortedMap<String, byte[]> kernelHeaders() throws ToolchainException {
        return headers.includedBy("#include \"" + PrecompiledHeader.HEADER + "\"");
    }

    /**
     * Builds a library that is no kernel library: it is compiled once, for every processor of the platform, and exports
     * what the source marks.
     *
     * @param stem the library's own name, without the prefix and suffix of the platform
     * @param fileName as in {@link KernelSource}
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
     * Puts the headers of a GPU source into it, so that a driver that finds no files can compile it.
     *
     * @param text OpenCL C; includes with quotes find the headers of the kernel ABI
     * @return the text with each header in place of its first include, without what it never compiles
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
     * @return a module of PTX for every GPU from Volta on, which refers to nothing outside
     * @throws ToolchainException as {@link #build}
     */
    public String buildPtx(String fileName, String text) throws ToolchainException {
        return new String(builds.get(new PtxBuild(fileName, text)), StandardCharsets.US_ASCII);
    }

    /**
     * Compiles an Ascend C source by the toolkit of CANN that this machine has.
     *
     * @param fileName as in {@link #buildPtx}
     * @param text Ascend C
     * @param architecture {@code NPU_ARCH}
     * @return a binary that AscendCL loads on such chips
     * @throws ToolchainException if there is no such toolkit, or it refuses the source
     */
    public byte[] buildAscend(String fileName, String text, String architecture) throws ToolchainException {
        return builds.get(new AscendBuild(fileName, text, Long.parseLong(architecture), AscendBuild.ofThisMachine()));
    }

    /**
     * The key of what somebody else keeps in the build cache.
     *
     * @param content the hash of what it follows from, but for the compiler of C
     * @return the key for {@link #find} and {@link #store}
     * @throws ToolchainException if there is no usable compiler
     */
    public String key(String content) throws ToolchainException {
        return new Digests().add(content).add(builds.compilerIdentity()).hexadecimal();
    }

    /**
     * Looks into the build cache.
     *
     * @param key of {@link #key}
     * @return what was stored; empty if there is nothing, or it is damaged
     * @throws ToolchainException if the cache cannot be used
     */
    public Optional<byte[]> find(String key) throws ToolchainException {
        return builds.find(key);
    }

    /**
     * Puts something into the build cache.
     *
     * @param key of {@link #key}
     * @param content what it is
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
