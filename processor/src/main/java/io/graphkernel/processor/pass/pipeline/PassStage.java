package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.pass.GraphPass;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A stage of the pipeline.
 *
 * @param name MindSpore's name
 * @param passes in order; a pass's position is its id
 */
record PassStage(String name, List<GraphPass> passes) {

    /**
     * What {@code --enable_pass} and {@code --disable_pass} may call a pass: its name, or stage and pass with a dot
     * between them, each by name or by number.
     *
     * @param number of the stage
     * @param id of the pass
     * @return for example {@code fuse_basic}, {@code split.fuse_basic}, {@code 3.5}
     */
    Set<String> addresses(int number, int id) {
        Set<String> addresses = new TreeSet<>();
        String pass = passes.get(id).name();
        addresses.add(pass);
        for (String stage : List.of(name, Integer.toString(number))) {
            addresses.add(stage + "." + pass);
            addresses.add(stage + "." + id);
        }
        return addresses;
    }
}
