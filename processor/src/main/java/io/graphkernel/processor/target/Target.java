package io.graphkernel.processor.target;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.schedule.Kernel;
import io.graphkernel.processor.schedule.Refusal;
import io.graphkernel.processor.schedule.Step;
import io.graphkernel.processor.toolchain.NativeToolchain;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What kernels are compiled for: all that the processor knows of it. {@code Targets} lists them. The run time has a
 * counterpart of the same id, which finds and launches what a target puts into the jar.
 */
public interface Target {

    /**
     * The name in the option {@code targets}, in messages and in the manifest.
     *
     * @return lower-case letters and digits, for example {@code cpu}
     */
    String id();

    /**
     * What schedules may use of this target.
     *
     * @return numbers that do not depend on the machine that compiles
     */
    Capabilities capabilities();

    /**
     * What the kernels of this target are printed in. Targets that give the same object share its text.
     *
     * @return the language
     */
    Language language();

    /**
     * Makes of the text what goes into the jar. It is called in a thread of its own, next to the other targets.
     *
     * @param build the text, and what is at hand to compile it
     * @return files and classes
     * @throws ToolchainException if it cannot be compiled, with what the user may do
     */
    TargetFiles build(TargetBuild build) throws ToolchainException;

    /**
     * Begins what {@link #build} of any class takes before there is a text, in threads for which {@link #build} waits.
     *
     * @param toolchain compiles
     * @param options the processor's options
     */
    default void prepare(NativeToolchain toolchain, Options options) {}

    /**
     * Why it cannot compile a step of a plan.
     *
     * @param step a kernel or a library call
     * @param graph the fused graph that it is from
     * @return empty if it can
     */
    default Optional<Refusal> refusal(Step step, Graph graph) {
        return Optional.empty();
    }

    /**
     * Why some of its devices cannot run a step that it can compile.
     *
     * @param step one that is not {@linkplain #refusal refused}
     * @param graph the fused graph that it is from
     * @return the reasons by the name of the chip, as in {@link #binaryNames}; others run it
     */
    default Map<String, Refusal> chipRefusals(Step step, Graph graph) {
        return Map.of();
    }

    /**
     * What messages call the build of this target.
     *
     * @param options the processor's options
     * @return the id, unless the options say more
     */
    default String buildName(Options options) {
        return id();
    }

    /**
     * The platforms that the option {@code platforms} may name for this target.
     *
     * @return none if it does not depend on them
     */
    default Set<String> platformNames() {
        return Set.of();
    }

    /**
     * The chips that the option {@code binaries} may name for this target.
     *
     * @return none if it puts no binaries into the jar that a toolkit of the vendor makes
     */
    default Set<String> binaryNames() {
        return Set.of();
    }

    /**
     * Whether what follows a product or a convolution is better computed by a kernel than by the library, unless flags say
     * otherwise. It is, if all targets of a compilation say so.
     *
     * @return false if the library applies it before it stores its result
     */
    default boolean choosesPostOps() {
        return false;
    }

    /**
     * Whether {@link #build} keeps what it compiles in the build cache.
     *
     * @return false if nothing is kept
     */
    default boolean usesBuildCache() {
        return false;
    }

    /**
     * Whether the report shows the text of every class, also of a class that is not compiled for this target: it is the
     * text that people read.
     *
     * @return false if it is printed on demand
     */
    default boolean isAlwaysPrinted() {
        return false;
    }

    /**
     * What the counterpart at run time has to know of a kernel.
     *
     * @param kernel a kernel
     * @return values by key; targets that give the same key give the same value
     */
    default Map<String, String> manifestEntries(Kernel kernel) {
        return Map.of();
    }
}
