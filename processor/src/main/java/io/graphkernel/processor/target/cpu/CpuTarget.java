package io.graphkernel.processor.target.cpu;

import io.graphkernel.abi.ManifestFormat;
import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.stub.KernelFile;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.KernelParts;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Native code, a library per platform. */
public final class CpuTarget implements Target {

    /** The vectors of x86-64-v4 over 4 bytes; a quarter of a usual second-level cache. */
    private static final Capabilities CAPABILITIES = new Capabilities(16, 256 * 1024);

    private static final Language LANGUAGE = new CLanguage();

    private final Function<Platform, List<InstructionSet>> instructionSets;

    /** For every instruction set of a platform, of which the run time takes the best that its machine has. */
    public CpuTarget() {
        this(Platform::instructionSets);
    }

    /**
     * For machines that are known.
     *
     * @param instructionSets some of a platform's, in their order
     */
    public CpuTarget(Function<Platform, List<InstructionSet>> instructionSets) {
        this.instructionSets = instructionSets;
    }

    @Override
    public String id() {
        return "cpu";
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    @Override
    public TargetFiles build(TargetBuild build) throws ToolchainException {
        Set<Platform> platforms = platforms(build.options());
        if (platforms.isEmpty()) {
            throw unknownHost();
        }
        String text = build.text().file();
        KernelSource source = new KernelSource(build.tag(), build.kernels().fileName(".c"), text);
        List<KernelParts.Part> parts = build.kernels().table().entries().stream()
                .map(KernelTable.Entry::kernel)
                .map(kernel -> new KernelParts.Part(build.text().kernels().get(kernel.name()), kernel.functions()))
                .toList();
        SortedMap<Platform, byte[]> libraries =
                build.toolchain().buildAll(new KernelParts(source, parts), platforms, instructionSets);
        return TargetFiles.of(libraries.entrySet().stream()
                .map(library -> file(library.getKey(), library.getValue()))
                .toList());
    }

    @Override
    public void prepare(NativeToolchain toolchain, Options options) {
        toolchain.prepareHeaders(platforms(options), instructionSets);
    }

    @Override
    public String buildName(Options options) {
        return platforms(options).stream().map(Platform::platformName).collect(Collectors.joining(", "));
    }

    @Override
    public Set<String> platformNames() {
        return Arrays.stream(Platform.values())
                .map(Platform::platformName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public boolean usesBuildCache() {
        return true;
    }

    @Override
    public boolean isAlwaysPrinted() {
        return true;
    }

    private static KernelFile file(Platform platform, byte[] library) {
        String name = platform.platformName();
        return new KernelFile(name, ManifestFormat.LIBRARY + name, platform.libraryFileName("kernels"), library);
    }

    private static Set<Platform> platforms(Options options) {
        Set<Platform> platforms = new TreeSet<>();
        options.platforms().forEach(name -> Platform.byName(name).ifPresent(platforms::add));
        if (options.platforms().isEmpty()) {
            Platform.host().ifPresent(platforms::add);
        }
        return platforms;
    }

    private ToolchainException unknownHost() {
        return new ToolchainException(
                ToolchainException.Kind.UNKNOWN_HOST,
                System.getProperty("os.name") + " on " + System.getProperty("os.arch"),
                List.of(
                        "kernels are built for " + String.join(", ", platformNames()) + " only",
                        "give -Agraphkernel.targets=jvm: kernels in Java run on every machine"));
    }
}
