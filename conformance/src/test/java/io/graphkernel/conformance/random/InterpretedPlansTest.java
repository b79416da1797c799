package io.graphkernel.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.random.ProgramChecker.Target;
import io.graphkernel.testing.TestTier;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that random programs with interpreted plans give the same bits as those with inline launches. */
@Tag("slow")
@Tag("sampled")
class InterpretedPlansTest {

    private static final long FIRST_SEED = Long.getLong("conformance.random.seed", 2_000_000);
    private static final int PROGRAMS = TestTier.isExhaustive() ? 500 : 20;
    private static final String INTERPRETED = "-Agraphkernel.inlineLaunchLimit=0";
    private static final String UNROLLED = "-Agraphkernel.inlineLaunchLimit=1000000";

    @Test
    void interpretedPlans_matchInlineLaunches() {
        ProgramGenerator generator = new ProgramGenerator(CaseCalls.all());
        List<Program> programs = LongStream.range(FIRST_SEED, FIRST_SEED + PROGRAMS)
                .mapToObj(seed -> Candidate.of(generator, seed).program())
                .toList();
        ProgramClasses unrolled = ProgramClasses.compile("unrolled", programs, List.of(), Set.of(), UNROLLED);
        ProgramClasses interpreted = ProgramClasses.compile("interpreted", programs, List.of(), Set.of(), INTERPRETED);
        assertThat(interpreted.errors()).isEqualTo(unrolled.errors());
        int compared = 0;
        try (ProgramChecker first = new ProgramChecker(unrolled, Set.of(), new GradientReference());
                ProgramChecker second = new ProgramChecker(interpreted, Set.of(), new GradientReference())) {
            for (Program program : programs) {
                for (Binding binding :
                        unrolled.errors().containsKey(program) ? List.<Binding>of() : program.bindings()) {
                    for (Target target : List.of(Target.CPU, Target.JVM)) {
                        assertThat(outcome(second, program, binding, target))
                                .as("%s on %s with %s", program, target, binding)
                                .isEqualTo(outcome(first, program, binding, target));
                        compared++;
                    }
                }
            }
        } finally {
            unrolled.delete();
            interpreted.delete();
        }
        assertThat(compared).isGreaterThan(PROGRAMS);
    }

    private static String text(NdArray array) {
        return array
                + Stream.of(array.elements())
                        .map(element -> element + " " + Double.doubleToRawLongBits(element.asDouble()))
                        .collect(Collectors.joining(", "));
    }

    /** All bits of the results as text, or what the program throws. */
    private static List<String> outcome(ProgramChecker checker, Program program, Binding binding, Target target) {
        try {
            return checker.results(program, binding, target).stream()
                    .map(InterpretedPlansTest::text)
                    .toList();
        } catch (InvocationTargetException e) {
            return List.of(String.valueOf(e.getCause()));
        }
    }
}
