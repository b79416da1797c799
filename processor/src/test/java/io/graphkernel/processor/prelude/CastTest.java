package io.graphkernel.processor.prelude;

import io.graphkernel.processor.graph.DType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Conversions between all dtypes, on every instruction set of this machine. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "asks Linux for the instruction sets")
class CastTest {

    @Test
    void castsConvertTheExactValue() throws Exception {
        for (DType from : DType.values()) {
            List<Number> samples = Elements.samples(from);
            for (DType to : DType.values()) {
                List<Number> expected =
                        samples.stream().map(x -> Elements.cast(x, to)).toList();
                PreludeChecks.checkElementwise("cast " + from + " " + to, from, to, samples, samples, expected);
            }
        }
    }
}
