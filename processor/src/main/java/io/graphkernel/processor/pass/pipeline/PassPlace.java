package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.GraphPass;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The place of one pass in the pipeline.
 *
 * @param stage the stage
 * @param number of the stage
 * @param id of the pass: its position in the stage
 */
record PassPlace(PassStage stage, int number, int id) {

    /** The places of all passes of some stages, in order. */
    static List<PassPlace> all(List<PassStage> stages) {
        List<PassPlace> places = new ArrayList<>();
        for (int number = 0; number < stages.size(); number++) {
            PassStage stage = stages.get(number);
            for (int id = 0; id < stage.passes().size(); id++) {
                places.add(new PassPlace(stage, number, id));
            }
        }
        return places;
    }

    GraphPass pass() {
        return stage.passes().get(id);
    }

    /**
     * What {@code --enable_pass} and {@code --disable_pass} may call the pass: its name, or stage and pass with a dot
     * between them, each by name or by number.
     *
     * @return for example {@code fuse_basic}, {@code split.fuse_basic}, {@code 3.5}
     */
    Set<String> addresses() {
        Set<String> addresses = new TreeSet<>();
        String name = pass().name();
        addresses.add(name);
        for (String place : List.of(stage.name(), Integer.toString(number))) {
            addresses.add(place + "." + name);
            addresses.add(place + "." + id);
        }
        return addresses;
    }

    /** Whether the flags let the pass run here. */
    boolean runs(Flags flags) {
        GraphPass pass = pass();
        if (pass.level() == 0) {
            return true;
        }
        Set<String> addresses = addresses();
        if (flags.list(Flag.DISABLE_PASS).stream().anyMatch(addresses::contains)) {
            return false;
        }
        return flags.list(Flag.ENABLE_PASS).stream().anyMatch(addresses::contains)
                || flags.switched(pass.name()).orElse(pass.runsBy(flags));
    }
}
