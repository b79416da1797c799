package io.graphkernel.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonTest {

    @Test
    void messageOfSeveralLines_isOne() {
        assertThat(Reason.of(new IllegalStateException("[GK-1] what\nbecause: why\r\nfix: how\n")))
                .isEqualTo("[GK-1] what; because: why; fix: how");
    }

    @Test
    void withoutAMessageTheType_isNamed() {
        assertThat(Reason.of(new NullPointerException())).isEqualTo("java.lang.NullPointerException");
    }
}
