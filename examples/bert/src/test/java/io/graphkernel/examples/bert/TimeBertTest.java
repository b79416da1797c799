package io.graphkernel.examples.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.graphkernel.runtime.KernelThreads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class TimeBertTest {

    @Test
    void timeBert_timesEachLevelAndTheBound() throws IOException {
        int threads = KernelThreads.count();
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            TimeBert.main(new String[] {"texts=2", "threads=1", "length=8", "rounds=2", "width=64", "vocabulary=211"});
        } finally {
            System.setOut(out);
            KernelThreads.setCount(threads);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines().map(line -> line.split(" {2,}|\\(")[0]))
                .contains("0", "1", "2", "3", "bound", "matmuls", "attention", "AdamW", "between launches")
                .doesNotContain("null", "of no line");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text=8 | \"text=8\" is not a setting",
                "texts | \"texts\" is not a setting",
                "texts=8,many | texts must be numbers from 1",
                "threads=0 | threads must be numbers from 1",
                "length=128,256 | length must be one number",
                "length=513 | length must be 8 to 512",
                "width=100 | width must be a multiple of 64",
                "vocabulary=104 | vocabulary must be more than 104",
            })
    void timeBert_statesWhatIsWrongWithASetting(String setting, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TimeBert.main(new String[] {setting}))
                .withMessageContaining(message);
    }
}
