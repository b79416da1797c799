package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FusionSwitch;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.option.Vocabulary;
import io.graphkernel.processor.pass.GraphPass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Names in a pipeline for flags and switch files: passes, and the options of each pass. */
final class PassVocabulary {

    private static final String GRAPH_FUSION = "GraphFusion";
    private static final String UB_FUSION = "UBFusion";
    /** First stage of the passes that correspond to CANN's fusion in the unified buffer. */
    private static final String FIRST_UB_FUSION_STAGE = PassStages.FUSION;

    private PassVocabulary() {}

    static Vocabulary of(List<PassPosition> positions) {
        Map<Flag, KnownNames> names = new EnumMap<>(Flag.class);
        List<FusionSwitch> switches = new ArrayList<>();
        Set<String> known = switchable(positions);
        Map<String, String> rejected = new TreeMap<>(DocumentedPasses.WITHOUT_MEANING);
        String section = GRAPH_FUSION;
        for (PassPosition position : positions) {
            GraphPass pass = position.pass();
            section = position.stage().name().equals(FIRST_UB_FUSION_STAGE) ? UB_FUSION : section;
            Optional<String> reason = pass.level() == 0 ? Optional.of(pass.necessity()) : Optional.empty();
            reason.ifPresent(why -> position.addresses().forEach(address -> rejected.put(address, why)));
            names.putAll(pass.names());
            switches.add(new FusionSwitch(section, pass.name(), Set.of(pass.name()), reason));
        }
        switches.addAll(cann());
        rejected.keySet().removeAll(known);
        KnownNames passes = new KnownNames("pass", known, rejected, false);
        names.put(Flag.ENABLE_PASS, passes);
        names.put(Flag.DISABLE_PASS, passes);
        return new Vocabulary(names, switches);
    }

    /** Returns the passes that can be enabled and disabled. */
    static Set<String> switchable(List<PassPosition> positions) {
        Set<String> addresses = new TreeSet<>();
        for (PassPosition position : positions) {
            if (position.pass().level() > 0) {
                addresses.addAll(position.addresses());
            }
        }
        return addresses;
    }

    /** Returns the patterns of CANN's list that are not passes here. */
    private static List<FusionSwitch> cann() {
        return List.of(withoutMeaning("ConstToAttrPass", "constants are attributes anyway"));
    }

    private static FusionSwitch withoutMeaning(String name, String reason) {
        return new FusionSwitch(GRAPH_FUSION, name, Set.of(), Optional.of(reason));
    }
}
