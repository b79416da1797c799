package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.KernelParts;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The kernels of plans as libraries, compiled as those of users are. */
public final class KernelLibraries {

    private KernelLibraries() {}

    /**
     * Compiles and links the kernels.
     *
     * @param tag names the tables of the libraries
     * @param plans the plans
     * @param further C next to the kernels that is in no table; a name with an underscore in it is in quotes, because those of
     *     kernels are replaced
     * @param cache the build cache
     * @param instructionSets the variants that the library of a platform holds
     */
    public static Map<Platform, byte[]> build(
            String tag,
            List<Plan> plans,
            List<String> further,
            Path cache,
            Set<Platform> platforms,
            Function<Platform, List<InstructionSet>> instructionSets)
            throws ToolchainException {
        KernelTable table = KernelTable.of(plans);
        Map<String, String> texts = CEmitter.kernels(table);
        List<KernelParts.Part> parts = new ArrayList<>();
        for (KernelTable.Entry entry : table.entries()) {
            String text = texts.get(entry.kernel().name());
            parts.add(new KernelParts.Part(text, entry.kernel().functions()));
        }
        further.forEach(text -> parts.add(new KernelParts.Part(text, List.of())));
        KernelSource source = new KernelSource(tag, "Kernels.c", CEmitter.file("demo.Ops", table, texts));
        return new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()))
                .buildAll(new KernelParts(source, parts), platforms, instructionSets);
    }
}
