package io.graphkernel.processor.option;

import java.util.Optional;
import java.util.Set;

/**
 * A pattern that a fusion switch file may turn on and off.
 *
 * @param section {@code GraphFusion} or {@code UBFusion}
 * @param name its name in the file
 * @param passes the passes that it means; none if it has no meaning here
 * @param reason why it can't be turned off or, without passes, why it has no meaning here; empty for a switch that
 *     works
 */
public record FusionSwitch(String section, String name, Set<String> passes, Optional<String> reason) {

    public FusionSwitch {
        passes = Set.copyOf(passes);
    }

    boolean isWithoutMeaning() {
        return passes.isEmpty();
    }

    boolean isAlwaysOn() {
        return !passes.isEmpty() && reason.isPresent();
    }
}
