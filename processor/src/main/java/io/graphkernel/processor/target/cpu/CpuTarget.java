package io.graphkernel.processor.target.cpu;

import io.graphkernel.common.abi.ManifestFormat;
import io.graphkernel.common.target.CpuModel;
import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.stub.manifest.KernelFile;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.SourcePartition;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** CPU target: native code, with a library per platform. */
public final class CpuTarget implements Target {

    private static final Language LANGUAGE = new CLanguage();

    private final Function<Platform, List<InstructionSet>> instructionSets;

    /**
     * Creates a target for every instruction set of a platform, of which the runtime selects the best supported one.
     */
    public CpuTarget() {
        this(Platform::instructionSets);
    }

    /**
     * Creates a target for known machines.
     *
     * @param instructionSets function from a platform to some of its instruction sets, in order
     */
    public CpuTarget(Function<Platform, List<InstructionSet>> instructionSets) {
        this.instructionSets = instructionSets;
    }

    @Override
    public String id() {
        return "cpu";
    }

    @Override
    public TargetModel model() {
        return CpuModel.DEFAULT;
    }

    @Override
    public Language language() {
        return LANGUAGE;
    }

    @Override
    public TargetFiles build(TargetBuild build) throws ToolchainException {
        Set<Platform> platforms = Platform.named(build.options().platforms());
        if (platforms.isEmpty()) {
            throw unknownHost();
        }
        String text = build.text().file();
        KernelSource source = new KernelSource(build.tag(), build.kernels().fileName(".c"), text);
        List<SourcePartition.Part> slices = build.kernels().table().entries().stream()
                .map(KernelTable.Entry::kernel)
                .map(kernel -> new SourcePartition.Part(build.text().kernels().get(kernel.name()), kernel.functions()))
                .toList();
        SortedMap<Platform, byte[]> libraries =
                build.toolchain().buildAll(new SourcePartition(source, slices), platforms, selected(build.options()));
        return TargetFiles.of(libraries.entrySet().stream()
                .map(library -> file(library.getKey(), library.getValue()))
                .toList());
    }

    @Override
    public void prepare(NativeToolchain toolchain, Options options) {
        toolchain.prepareHeaders(Platform.named(options.platforms()), selected(options));
    }

    @Override
    public String buildName(Options options) {
        return Platform.named(options.platforms()).stream()
                .map(Platform::platformName)
                .collect(Collectors.joining(", "));
    }

    @Override
    public Set<String> platformNames() {
        return Arrays.stream(Platform.values())
                .map(Platform::platformName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Set<String> instructionSetNames() {
        return Arrays.stream(Platform.values())
                .map(Platform::instructionSets)
                .filter(sets -> sets.size() > 1)
                .flatMap(List::stream)
                .map(InstructionSet::variant)
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

    private Function<Platform, List<InstructionSet>> selected(Options options) {
        return platform -> InstructionSet.named(instructionSets.apply(platform), options.instructionSets());
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
