package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class KitSettingsTest {

    @Test
    void settings_noArguments_haveDefaults() {
        KitSettings settings = KitSettings.of(List.of());
        assertThat(settings.text("device")).isEqualTo("cuda:0");
        assertThat(settings.number("scale")).isEqualTo(1);
    }

    @Test
    void settings_knownArgument_isPassedOn() {
        assertThat(KitSettings.of(List.of("rounds=3")).argument("rounds")).isEqualTo("rounds=3");
    }

    @Test
    void settings_unknownName_isRejected() {
        assertThatThrownBy(() -> KitSettings.of(List.of("round=3")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("round=3")
                .hasMessageContaining("rounds=21");
    }

    @Test
    void settings_zero_isRejected() {
        assertThatThrownBy(() -> KitSettings.of(List.of("scale=0")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scale=0");
    }
}
