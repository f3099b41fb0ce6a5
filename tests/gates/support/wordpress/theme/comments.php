<?php
// The comments of the post that is shown, and the form to add one.
if ( have_comments() ) {
	echo '<ol>';
	wp_list_comments();
	echo '</ol>';
}
comment_form();
