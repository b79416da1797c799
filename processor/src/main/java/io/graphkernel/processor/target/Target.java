package io.graphkernel.processor.target;

import io.graphkernel.common.target.TargetModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.schedule.ScheduledKernel;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.schedule.UnsupportedReason;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Compilation target. {@code Targets} lists all targets. The runtime has a counterpart with the same id, which finds
 * and launches the target's files in the jar.
 */
public interface Target {

    /**
     * Returns the id for the option {@code targets}, messages and the manifest.
     *
     * @return lower-case letters and digits, for example {@code cpu}
     */
    String id();

    /**
     * Returns the model by which kernels are scheduled and lowered.
     *
     * @return values independent of the build machine
     */
    TargetModel model();

    /**
     * Returns the source language of this target. Targets that return the same object share its source.
     *
     * @return the language
     */
    Language language();

    /**
     * Compiles the source to files of the jar, in a separate thread, in parallel with other targets.
     *
     * @param build the source, and the tools to compile it
     * @return files and classes
     * @throws ToolchainException if compilation fails, with a fix
     */
    TargetFiles build(TargetBuild build) throws ToolchainException;

    /**
     * Starts the preparations of {@link #build} that are the same for any class, in threads for which {@link #build}
     * waits.
     *
     * @param toolchain compiler
     * @param options the processor's options
     */
    default void prepare(NativeToolchain toolchain, Options options) {}

    /**
     * Returns the reason why it cannot compile a step of a plan.
     *
     * @param step a kernel or a library call
     * @param graph fused graph of the step
     * @return the reason; empty if the step is supported
     */
    default Optional<UnsupportedReason> refusal(Step step, Graph graph) {
        return Optional.empty();
    }

    /**
     * Returns the reasons why some of its devices cannot run a step that it can compile.
     *
     * @param step a step that is not {@linkplain #refusal rejected}
     * @param graph fused graph of the step
     * @return reasons by chip name, as in {@link #binaryNames}; other chips support the step
     */
    default Map<String, UnsupportedReason> chipRefusals(Step step, Graph graph) {
        return Map.of();
    }

    /**
     * Returns the name of this target's build in messages.
     *
     * @return the id, unless the options are more specific
     */
    default String buildName(Options options) {
        return id();
    }

    /**
     * Returns the valid values of the option {@code platforms} for this target.
     *
     * @return platform names; empty if it does not depend on them
     */
    default Set<String> platformNames() {
        return Set.of();
    }

    /**
     * Returns the valid values of the option {@code instructionSets} for this target.
     *
     * @return names of instruction sets; empty if it does not depend on them
     */
    default Set<String> instructionSetNames() {
        return Set.of();
    }

    /**
     * Returns the valid values of the option {@code binaries} for this target.
     *
     * @return chip names; empty if it has no binaries from a vendor's toolkit
     */
    default Set<String> binaryNames() {
        return Set.of();
    }

    /**
     * Returns true if the epilogue of a matmul or convolution is faster as a separate kernel than as a library post-op,
     * unless flags override it. All targets of a compilation must agree.
     *
     * @return false if the library should apply it before the store
     */
    default boolean choosesPostOps() {
        return false;
    }

    /**
     * Returns true if {@link #build} uses the build cache.
     *
     * @return false if nothing is cached
     */
    default boolean usesBuildCache() {
        return false;
    }

    /**
     * Returns true if the report shows the source of every class, even one not compiled for this target.
     *
     * @return false if it is printed on demand
     */
    default boolean isAlwaysPrinted() {
        return false;
    }

    /**
     * Returns the manifest entries that the runtime needs for a kernel.
     *
     * @param kernel a kernel
     * @return values by key; targets with the same key have the same value
     */
    default Map<String, String> manifestEntries(ScheduledKernel kernel) {
        return Map.of();
    }
}
