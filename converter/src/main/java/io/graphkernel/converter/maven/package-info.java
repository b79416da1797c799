/** Goals of Maven. */
package io.graphkernel.converter.maven;
