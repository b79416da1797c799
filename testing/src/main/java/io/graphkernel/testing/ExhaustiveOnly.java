package io.graphkernel.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test of the exhaustive tier; in another tier it is skipped even if it is named. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("exhaustive")
@EnabledIfSystemProperty(
        named = TestTier.PROPERTY,
        matches = "exhaustive",
        disabledReason = "runs with -Dtests=exhaustive")
public @interface ExhaustiveOnly {}
