package io.graphkernel.processor.emit.c;

import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Plan;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.KernelSource;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.Platform;
import io.graphkernel.processor.toolchain.SourcePartition;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Compiler of plans' kernels to libraries, as for users. */
public final class KernelLibraries {

    private KernelLibraries() {}

    /**
     * Compiles and links the kernels.
     *
     * @param tag prefix of the tables' names
     * @param plans the plans
     * @param further additional C outside the tables; names with an underscore are quoted, because those of kernels are
     *     replaced
     * @param cache the build cache
     * @param instructionSets the variants of a platform's library
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
        List<SourcePartition.Part> slices = new ArrayList<>();
        for (KernelTable.Entry entry : table.entries()) {
            String text = texts.get(entry.kernel().name());
            slices.add(new SourcePartition.Part(text, entry.kernel().functions()));
        }
        further.forEach(text -> slices.add(new SourcePartition.Part(text, List.of())));
        KernelSource source = new KernelSource(tag, "Kernels.c", CEmitter.file("demo.Ops", table, texts));
        return new NativeToolchain(new NativeToolchain.Settings(cache, Optional.empty()))
                .buildAll(new SourcePartition(source, slices), platforms, instructionSets);
    }
}
