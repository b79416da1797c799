package io.graphkernel.processor.toolchain;

import io.graphkernel.files.FileTree;
import io.graphkernel.files.UserCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Turns C sources into shared libraries: from the build cache if they were built before, else with clang and lld.
 *
 * <p>The same source gives the same bytes on every machine and in every directory. Instances are safe for use by
 * several threads; the processes that all of them start together are limited to the number of processors.
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

    /** What a precompiled header is for. */
    private record HeaderOf(Platform platform, InstructionSet instructionSet) {}

    private static final int COMPLETED = 8;

    private final BuildCache cache;
    private final Compiler compiler;
    private final HeaderSet headers = new HeaderSet();
    private final Executor processes = newProcessPool();
    /** Each is read or made once: every class of a compilation asks for it. */
    private final Map<HeaderOf, CompletableFuture<byte[]>> precompiled = new ConcurrentHashMap<>();

    private final ClassLibraryBuild.Store store = new ClassLibraryBuild.Store() {
        @Override
        public Optional<byte[]> find(String key) throws IOException {
            return cache.find(key);
        }

        @Override
        public void store(String key, byte[] content) throws IOException {
            cache.store(key, content);
        }

        @Override
        public CompletableFuture<byte[]> header(PrecompiledHeader header) {
            return precompiled.computeIfAbsent(
                    new HeaderOf(header.platform(), header.instructionSet()),
                    any -> Tasks.start(processes, () -> cachedOrMade(header)));
        }
    };
    /** The last sources that were completed: several targets ask for the same one, and several classes are built at a time. */
    private final Map<String, String> completed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > COMPLETED;
        }
    };

    public NativeToolchain(Settings settings) {
        this(
                settings.cacheDirectory(),
                settings.compiler().<Compiler>map(ExternalCompiler::new).orElseGet(EmbeddedLlvm::new));
    }

    NativeToolchain(Path cacheDirectory, Compiler compiler) {
        this.cache = new BuildCache(cacheDirectory);
        this.compiler = compiler;
    }

    /**
     * Builds the kernel library of one platform, with a variant for each of the platform's instruction sets.
     *
     * @return the bytes of the shared library
     * @throws ToolchainException if there is no usable compiler, the source is wrong or the cache cannot be used
     */
    public byte[] build(KernelSource source, Platform platform) throws ToolchainException {
        return build(kernelLibrary(source, headersOf(source.text()), platform));
    }

    /**
     * Builds a kernel library for several platforms side by side.
     *
     * @return the bytes of each library, in the order of the platforms
     * @throws ToolchainException as {@link #build}, for the first platform that fails
     */
    public SortedMap<Platform, byte[]> buildAll(KernelSource source, Set<Platform> platforms)
            throws ToolchainException {
        SortedMap<String, byte[]> included = headersOf(source.text());
        return buildAll(platforms, platform -> kernelLibrary(source, included, platform));
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
            return buildAll(
                    platforms,
                    platform ->
                            new ClassLibraryBuild(kernels, platform, instructionSets.apply(platform), included, store));
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
                    .forEach(set -> store.header(new PrecompiledHeader(platform, set, included)));
        }
    }

    /** Waits until no thread parses headers any more. */
    public void awaitHeaders() {
        Tasks.await(precompiled.values());
    }

    private SortedMap<String, byte[]> kernelHeaders() throws ToolchainException {
        return headersOf("#include \"" + PrecompiledHeader.HEADER + "\"");
    }

    private SortedMap<Platform, byte[]> buildAll(Set<Platform> platforms, Function<Platform, Build> builds)
            throws ToolchainException {
        Map<Platform, CompletableFuture<byte[]>> pending = new EnumMap<>(Platform.class);
        for (Platform platform : platforms) {
            Build build = builds.apply(platform);
            pending.put(
                    platform, Tasks.start(Tasks.inThread("graphkernel-build-" + platform), () -> cachedOrMade(build)));
        }
        Tasks.await(pending.values());
        SortedMap<Platform, byte[]> libraries = new TreeMap<>();
        try {
            for (Map.Entry<Platform, CompletableFuture<byte[]>> entry : pending.entrySet()) {
                libraries.put(entry.getKey(), Tasks.result(entry.getValue()));
            }
        } catch (IOException e) {
            throw cacheTrouble(e);
        }
        return Collections.unmodifiableSortedMap(libraries);
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
        return build(new LibraryBuild(
                stem, fileName, text, headersOf(text), List.of(), platform, List.of(InstructionSet.BASELINE)));
    }

    /**
     * Puts the headers of a GPU source into it, so that a driver that finds no files can compile it.
     *
     * @param text OpenCL C; includes with quotes find the headers of the kernel ABI
     * @return the text with each header in place of its first include, without what it never compiles
     * @throws ToolchainException if the headers cannot be read
     */
    public String complete(String text) throws ToolchainException {
        synchronized (headers) {
            try {
                return completed.computeIfAbsent(text, headers::inlined);
            } catch (UncheckedIOException e) {
                throw unreadable(e);
            }
        }
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
        return new String(build(new PtxBuild(fileName, text)), StandardCharsets.US_ASCII);
    }

    /**
     * The key of what somebody else keeps in the build cache.
     *
     * @param content the hash of what it follows from, but for the compiler of C
     * @return the key for {@link #find} and {@link #store}
     * @throws ToolchainException if there is no usable compiler
     */
    public String key(String content) throws ToolchainException {
        return new Digests().add(content).add(compiler.identity()).hexadecimal();
    }

    /**
     * Looks into the build cache.
     *
     * @param key of {@link #key}
     * @return what was stored; empty if there is nothing, or it is damaged
     * @throws ToolchainException if the cache cannot be used
     */
    public Optional<byte[]> find(String key) throws ToolchainException {
        try {
            return cache.find(key);
        } catch (IOException e) {
            throw cacheTrouble(e);
        }
    }

    /**
     * Puts something into the build cache.
     *
     * @param key of {@link #key}
     * @param content what it is
     * @throws ToolchainException if the cache cannot be used
     */
    public void store(String key, byte[] content) throws ToolchainException {
        try {
            cache.store(key, content);
        } catch (IOException e) {
            throw cacheTrouble(e);
        }
    }

    private SortedMap<String, byte[]> headersOf(String text) throws ToolchainException {
        try {
            return headers.includedBy(text);
        } catch (UncheckedIOException e) {
            throw unreadable(e);
        }
    }

    private static ToolchainException unreadable(UncheckedIOException cause) {
        return new ToolchainException(
                ToolchainException.Kind.UNAVAILABLE,
                "the processor's jar cannot be read",
                List.of(cause.getCause().toString()));
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

    private byte[] build(Build build) throws ToolchainException {
        try {
            return cachedOrMade(build);
        } catch (IOException e) {
            throw cacheTrouble(e);
        }
    }

    private byte[] cachedOrMade(Build build) throws ToolchainException, IOException {
        String key = build.key(compiler.identity());
        Optional<byte[]> cached = cache.find(key);
        if (cached.isPresent()) {
            return cached.get();
        }
        byte[] result = make(build, key);
        cache.store(key, result);
        return result;
    }

    private ToolchainException cacheTrouble(IOException cause) {
        return ToolchainException.directory("the build cache", cache.directory(), "-Agraphkernel.cacheDir=", cause);
    }

    /** Builds in a work directory of the cache. */
    private byte[] make(Build build, String key) throws ToolchainException, IOException {
        Path directory = cache.createWorkDirectory();
        try {
            for (Map.Entry<String, byte[]> input : build.inputs().entrySet()) {
                Files.write(directory.resolve(input.getKey()), input.getValue());
            }
            Optional<BuildStep.Failure> failure = build.make(compiler, directory, processes);
            if (failure.isPresent()) {
                throw failure.get().toException(cache.keepFailed(directory, key).resolve(build.fileName()));
            }
            return Files.readAllBytes(directory.resolve(build.resultFile()));
        } finally {
            FileTree.delete(directory);
        }
    }

    /** Its threads end when nothing is built, so that nobody has to close a tool-chain. */
    private static Executor newProcessPool() {
        int processors = Runtime.getRuntime().availableProcessors();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                processors, processors, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "graphkernel-compile");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
