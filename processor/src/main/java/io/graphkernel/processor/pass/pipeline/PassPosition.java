package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.GraphPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The position of one pass in the pipeline.
 *
 * @param stage the stage
 * @param number index of the stage
 * @param id position of the pass in the stage
 */
record PassPosition(PassStage stage, int number, int id) {

    /** Returns the positions of all passes of some stages, in order. */
    static List<PassPosition> all(List<PassStage> stages) {
        List<PassPosition> positions = new ArrayList<>();
        for (int number = 0; number < stages.size(); number++) {
            PassStage stage = stages.get(number);
            for (int id = 0; id < stage.passes().size(); id++) {
                positions.add(new PassPosition(stage, number, id));
            }
        }
        return positions;
    }

    GraphPass pass() {
        return stage.passes().get(id);
    }

    /**
     * Returns the names of the pass in {@code --enable_pass} and {@code --disable_pass}: its name, or stage and pass
     * separated by a dot, each by name or by index.
     *
     * @return for example {@code fuse_basic}, {@code split.fuse_basic}, {@code 3.5}
     */
    Set<String> addresses() {
        Set<String> addresses = new TreeSet<>();
        String name = pass().name();
        addresses.add(name);
        for (String stageName : List.of(stage.name(), Integer.toString(number))) {
            addresses.add(stageName + "." + name);
            addresses.add(stageName + "." + id);
        }
        return addresses;
    }

    /** Returns true if the flags enable the pass at this position. */
    boolean runs(FlagValues flags) {
        GraphPass pass = pass();
        if (pass.level() == 0) {
            return true;
        }
        Set<String> addresses = addresses();
        if (flags.list(Flag.DISABLE_PASS).stream().anyMatch(addresses::contains)) {
            return false;
        }
        return isNamed(flags)
                || pass.isEnabledBy(flags) && flags.switched(pass.name()).orElse(true);
    }

    /** Returns true if {@code --enable_pass} or the fusion switch file enables the pass at this position. */
    boolean isNamed(FlagValues flags) {
        return flags.list(Flag.ENABLE_PASS).stream().anyMatch(addresses()::contains)
                || flags.switched(pass().name()).orElse(false);
    }
}
