package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CheckPartTest {

    @Test
    void share_onlyPart_isWholeTime() {
        assertThat(CheckPart.ROWS.share(List.of(CheckPart.ROWS))).isEqualTo(1);
    }

    @Test
    void share_lastPart_isWholeRemainder() {
        assertThat(CheckPart.PROFILE.share(List.of(CheckPart.values()))).isEqualTo(1);
    }

    @Test
    void share_completedParts_doNotCount() {
        List<CheckPart> selected = List.of(CheckPart.DOCTOR, CheckPart.ROWS, CheckPart.MATMULS);
        assertThat(CheckPart.ROWS.share(selected)).isEqualTo(8. / 11, within(1e-12));
    }
}
