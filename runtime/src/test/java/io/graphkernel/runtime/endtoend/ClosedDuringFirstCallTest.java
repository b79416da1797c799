package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A4: another thread closes the operands of a call that loads its kernels")
@Tag("slow")
@Tag("process")
class ClosedDuringFirstCallTest {

    @ParameterizedTest
    @CsvSource({"1, attend", "30, attend", "100, attend", "30, centred"})
    void process_continues(String millis, String call) throws Exception {
        String output = ChildProcess.run(ClosedDuringFirstCall.class, List.of(), millis, call);

        assertThat(output).contains("closed: GK-60");
    }
}
