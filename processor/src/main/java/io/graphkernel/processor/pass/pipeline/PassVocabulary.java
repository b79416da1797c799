package io.graphkernel.processor.pass.pipeline;

import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FusionSwitch;
import io.graphkernel.processor.option.Names;
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

/** What flags and switch files may name in a pipeline: passes, and what each pass chooses among. */
final class PassVocabulary {

    private static final String GRAPH_FUSION = "GraphFusion";
    private static final String UB_FUSION = "UBFusion";
    /** Deciding what shares a kernel is CANN's fusion in the unified buffer. */
    private static final String FIRST_OF_UB_FUSION = PassStages.FUSION;

    private PassVocabulary() {}

    static Vocabulary of(List<PassPlace> places) {
        Map<Flag, Names> names = new EnumMap<>(Flag.class);
        List<FusionSwitch> switches = new ArrayList<>();
        Set<String> known = switchable(places);
        Map<String, String> refused = new TreeMap<>(DocumentedPasses.WITHOUT_MEANING);
        String section = GRAPH_FUSION;
        for (PassPlace place : places) {
            GraphPass pass = place.pass();
            section = place.stage().name().equals(FIRST_OF_UB_FUSION) ? UB_FUSION : section;
            Optional<String> reason = pass.level() == 0 ? Optional.of(pass.necessity()) : Optional.empty();
            reason.ifPresent(why -> place.addresses().forEach(address -> refused.put(address, why)));
            names.putAll(pass.names());
            switches.add(new FusionSwitch(section, pass.name(), Set.of(pass.name()), reason));
        }
        switches.addAll(cann());
        refused.keySet().removeAll(known);
        Names passes = new Names("pass", known, refused, false);
        names.put(Flag.ENABLE_PASS, passes);
        names.put(Flag.DISABLE_PASS, passes);
        return new Vocabulary(names, switches);
    }

    /** The passes that can be enabled and disabled. */
    static Set<String> switchable(List<PassPlace> places) {
        Set<String> addresses = new TreeSet<>();
        for (PassPlace place : places) {
            if (place.pass().level() > 0) {
                addresses.addAll(place.addresses());
            }
        }
        return addresses;
    }

    /** Patterns of CANN's list that are no passes here. */
    private static List<FusionSwitch> cann() {
        return List.of(withoutMeaning("ConstToAttrPass", "what is constant is an attribute anyway"));
    }

    private static FusionSwitch withoutMeaning(String name, String reason) {
        return new FusionSwitch(GRAPH_FUSION, name, Set.of(), Optional.of(reason));
    }
}
