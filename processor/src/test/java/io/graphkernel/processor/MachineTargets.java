package io.graphkernel.processor;

import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.target.Target;
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
 * Targets for tests that run kernels on this machine only. Libraries hold the instruction set that the runtime selects here,
 * without the others, which take two thirds of the compile time.
 */
public final class MachineTargets {

    private MachineTargets() {}

    /**
     * Returns a new processor for one compilation. Passed as an object, because javac would load and the JVM compile a named one
     * again for each compilation.
     */
    public static Processor processor() {
        return processor(MachineTargets::best);
    }

    /**
     * Returns a new processor for one of many compilations, whose library also holds a weaker instruction set.
     *
     * @param number index of the compilation, from 0; the weaker instruction sets rotate
     */
    public static Processor processor(int number) {
        return processor(platform -> {
            List<InstructionSet> sets = platform.instructionSets();
            List<InstructionSet> best = best(platform);
            List<InstructionSet> weaker = sets.subList(0, sets.indexOf(best.get(0)));
            return weaker.isEmpty() ? best : List.of(weaker.get(number % weaker.size()), best.get(0));
        });
    }

    /**
     * Returns a new processor for one compilation, whose libraries hold each instruction set that this machine runs, for
     * tests that select one by {@code graphkernel.isa}.
     */
    public static Processor processorOfAllRunnable() {
        return processor(MachineTargets::runnable);
    }

    private static Processor processor(Function<Platform, List<InstructionSet>> instructionSets) {
        return processor(targets(instructionSets));
    }

    /** Returns all targets, that of the CPU with the best instruction set of this machine. */
    public static List<Target> targets() {
        return targets(MachineTargets::best);
    }

    private static List<Target> targets(Function<Platform, List<InstructionSet>> instructionSets) {
        return Targets.ALL.stream()
                .map(target -> target instanceof CpuTarget ? new CpuTarget(instructionSets) : target)
                .toList();
    }

    /**
     * Returns a new processor for some targets.
     *
     * @param targets targets in place of {@link Targets#ALL}
     */
    public static Processor processor(List<Target> targets) {
        return new GraphKernelProcessor(Pipeline.of(targets));
    }

    /** Returns the instruction sets of a platform up to the best one of this machine, in order. */
    private static List<InstructionSet> runnable(Platform platform) {
        List<InstructionSet> sets = platform.instructionSets();
        List<InstructionSet> best = best(platform);
        return sets.subList(0, sets.indexOf(best.get(best.size() - 1)) + 1);
    }

    /** Returns the best instruction set of this machine, or all of the platform if it is unknown. */
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

    /**
     * Returns the values of {@code graphkernel.isa} that this machine runs, in order; the last one is that of a process
     * without the setting.
     */
    public static List<String> variantNames() {
        try {
            return variants().stream().map(level -> "v" + level).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns {@link #variantNames} without the last one; empty where the operating system does not list the levels. */
    public static List<String> weakerVariantNames() {
        if (!Files.exists(Path.of("/proc/cpuinfo"))) {
            return List.of();
        }
        List<String> names = variantNames();
        return names.subList(0, names.size() - 1);
    }

    /** Returns the x86-64 levels of this machine. */
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
