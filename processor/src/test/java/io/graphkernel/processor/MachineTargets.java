package io.graphkernel.processor;

import io.graphkernel.processor.target.cpu.CpuTarget;
import io.graphkernel.processor.toolchain.InstructionSet;
import io.graphkernel.processor.toolchain.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.annotation.processing.Processor;

/**
 * The targets for tests that run their kernels in this machine alone: a library holds the instruction set that the run time
 * takes here, and not those that take two thirds of the time.
 */
public final class MachineTargets {

    private MachineTargets() {}

    /**
     * A processor for one compilation. It is handed to javac as an object: javac would load a processor that is named, and
     * the JVM compile it, anew for each compilation.
     *
     * @return a new one
     */
    public static Processor processor() {
        return processor(MachineTargets::best);
    }

    /**
     * A processor for one of many compilations, whose library holds one of the weaker instruction sets, too.
     *
     * @param number of the compilation, from 0: each takes the next weaker one in turn
     * @return a new one
     */
    public static Processor processor(int number) {
        return processor(platform -> {
            List<InstructionSet> all = platform.instructionSets();
            List<InstructionSet> best = best(platform);
            List<InstructionSet> weaker = all.subList(0, all.indexOf(best.get(0)));
            return weaker.isEmpty() ? best : List.of(weaker.get(number % weaker.size()), best.get(0));
        });
    }

    private static Processor processor(Function<Platform, List<InstructionSet>> instructionSets) {
        return Targets.processor(Targets.ALL.stream()
                .map(target -> target instanceof CpuTarget ? new CpuTarget(instructionSets) : target)
                .toList());
    }

    /** The best that this machine has alone; all of a platform where nothing says which that is. */
    private static List<InstructionSet> best(Platform platform) {
        if (platform != Platform.LINUX_X86_64 || !Platform.host().equals(Optional.of(platform))) {
            return platform.instructionSets();
        }
        try {
            return switch (Collections.max(variants())) {
                case 4 -> List.of(InstructionSet.X86_64_V4);
                case 3 -> List.of(InstructionSet.X86_64_V3);
                default -> List.of(InstructionSet.X86_64_V2);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The x86-64 levels of this machine. */
    public static List<Integer> variants() throws IOException {
        String flags = Files.readString(Path.of("/proc/cpuinfo"));
        List<Integer> variants = new ArrayList<>(List.of(2));
        if (flags.contains(" avx2") && flags.contains(" fma")) {
            variants.add(3);
        }
        if (flags.contains(" avx512bw") && flags.contains(" avx512vl") && flags.contains(" avx512dq")) {
            variants.add(4);
        }
        return variants;
    }
}
